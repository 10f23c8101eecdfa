import { Invalid, mostOnPage, tasksOf } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { readReleases, storedBytes } from '@slipway/persistence';
import type { ReleaseAnswer } from '@slipway/wire';
import type { ReadContext } from '../model/context.ts';
import { renderReleases } from './render.ts';

/** Releases or templates by their last segments, live or archived, with their phases or without. */
export interface Found {
  readonly ids: readonly string[];
  readonly archived: boolean;
  readonly phases: boolean;
}

/** How many tasks one page may show: some 60 MB of text, while a page of 100 releases of 500 tasks still is one. */
const mostTasks = 50_000;
/** Releases are read a few at a time, so that one page of large ones does not fill the memory with their rows. */
const atOnce = 20;

/** Reads and renders releases or templates, a few at a time. Throws Invalid when that is more than one answer can hold. */
export async function* releasesInBatches(
  context: ReadContext,
  caller: Person,
  { ids, archived, phases }: Found,
): AsyncGenerator<readonly ReleaseAnswer[]> {
  let tasks = 0;
  for (let read = 0; read < ids.length; read += atOnce) {
    const views = await readReleases(context.database, ids.slice(read, read + atOnce), { archived, phases });
    for (const { release } of views) tasks += [...tasksOf(release)].length;
    if (tasks > mostTasks) {
      throw new Invalid(
        `resultsPerPage: ${ids.length} releases have more than ${mostTasks} tasks; ask for fewer, or view=summary`,
      );
    }
    yield await renderReleases(context, views, caller);
  }
}

/** Renders a page of releases or templates. Throws Invalid when that is more than one answer can hold. */
export async function renderPage(context: ReadContext, caller: Person, found: Found): Promise<ReleaseAnswer[]> {
  const { ids, archived, phases } = found;
  if (phases && (await storedBytes(context.database, ids, archived)) > mostOnPage) {
    throw new Invalid(
      `resultsPerPage: ${ids.length} releases have more than ${mostOnPage} bytes of texts; ask for fewer, or view=summary`,
    );
  }
  const answers: ReleaseAnswer[] = [];
  for await (const batch of releasesInBatches(context, caller, found)) answers.push(...batch);
  return answers;
}
