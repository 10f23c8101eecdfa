import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { message } from '@slipway/domain/messages';
import { Invalid, isTemplate, maxPageBytes, tasksOf } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { readLocations } from '@slipway/persistence/folders';
import { measureReleases, type ReleaseView, readReleases } from '@slipway/persistence/plans';
import type { ReadContext } from '../model/context.ts';
import { filterVisible } from '../model/require-permission.ts';
import { renderReleases } from './render.ts';

/** Ids of releases or templates, as last segments. */
interface ReleaseIds {
  readonly ids: readonly string[];
  readonly archived: boolean;
}

/** A page that is too large for memory. Its releases are read one at a time, when the previous one is consumed. */
export interface LargePage {
  readonly size: number;
  readonly releases: AsyncIterable<ReleaseResponse>;
}

/** The maximum number of tasks in memory: 60 MB of text. A page of 100 releases with 500 tasks fits. */
const maxTasks = 50_000;
/** The number of releases that are read at a time, so that the rows of large releases do not fill the memory. */
const batchSize = 20;

/**
 * The maximum number of larger pages that a process renders concurrently, because each takes several times its size in
 * memory.
 */
const largePage = { bytes: 2_000_000, tasks: 2_000 };

/**
 * The weight of a page. A large page waits for a slot. A page that is too large for memory is also rendered in parts.
 */
async function weightOf(database: Database, { ids, archived }: ReleaseIds): Promise<'small' | 'large' | 'too large'> {
  const { bytes, tasks } = await measureReleases(database, ids, archived);
  if (bytes > maxPageBytes || tasks > maxTasks) return 'too large';
  return bytes > largePage.bytes || tasks > largePage.tasks ? 'large' : 'small';
}

/** Splits the ids into batches, of one id each if all releases together are too large. */
async function batchesOf(database: Database, releaseIds: ReleaseIds): Promise<readonly (readonly string[])[]> {
  const { ids } = releaseIds;
  if (ids.length === 0) return [];
  const size = (await weightOf(database, releaseIds)) === 'too large' ? 1 : batchSize;
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}

/** Reads and renders whole releases in batches. Throws Invalid if they are too large for one response. */
export async function* releasesInBatches(
  context: ReadContext,
  caller: Person,
  { ids, archived }: ReleaseIds,
): AsyncGenerator<readonly ReleaseResponse[]> {
  let tasks = 0;
  for (let start = 0; start < ids.length; start += batchSize) {
    const views = await readReleases(context.database, ids.slice(start, start + batchSize), { archived, phases: true });
    for (const { release } of views) tasks += [...tasksOf(release)].length;
    if (tasks > maxTasks)
      throw new Invalid(message('release.tooManyTasksOnPage', { count: ids.length, max: maxTasks }));
    yield await renderReleases(context, views, caller);
  }
}

async function* oneByOne(
  context: ReadContext,
  caller: Person,
  { ids, archived }: ReleaseIds,
): AsyncGenerator<ReleaseResponse> {
  for (const id of ids) {
    yield* await renderReleases(
      context,
      await readReleases(context.database, [id], { archived, phases: true }),
      caller,
    );
  }
}

/** Renders a page of releases or templates without their phases. */
export async function renderSummaries(
  context: ReadContext,
  caller: Person,
  releaseIds: ReleaseIds,
): Promise<ReleaseResponse[]> {
  const { ids, archived } = releaseIds;
  const answers: ReleaseResponse[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    const views = await readReleases(context.database, ids.slice(start, start + batchSize), {
      archived,
      phases: false,
    });
    answers.push(...(await renderReleases(context, views, caller)));
  }
  return answers;
}

/**
 * Renders a page of whole releases or templates. A page that is too large for memory is rendered while it is sent. A
 * large page first waits for `acquireSlot`. Throws the errors of `acquireSlot`.
 */
export async function renderPage(
  context: ReadContext,
  caller: Person,
  releaseIds: ReleaseIds,
  acquireSlot: () => Promise<void>,
): Promise<ReleaseResponse[] | LargePage> {
  const weight = await weightOf(context.database, releaseIds);
  if (weight !== 'small') await acquireSlot();
  if (weight === 'too large') {
    return { size: releaseIds.ids.length, releases: oneByOne(context, caller, releaseIds) };
  }
  const answers: ReleaseResponse[] = [];
  for await (const batch of releasesInBatches(context, caller, releaseIds)) answers.push(...batch);
  return answers;
}

/**
 * Renders the visible live releases among these ids, without comments, in the order of the ids. Reads them in batches
 * that fit into memory. Of invisible releases, only the location is read.
 */
export async function* visibleReleases(
  { database }: Pick<ReadContext, 'database'>,
  person: Person,
  ids: readonly string[],
): AsyncGenerator<readonly ReleaseView[]> {
  const { accessAttributes: attributesById, archived } = await readLocations(database, ids);
  const live = [...attributesById].filter(
    ([id, { status }]) => status !== null && !isTemplate(status) && !archived.has(id),
  );
  const visible = await filterVisible(person, new Map(live));
  const releaseIds = { ids: ids.filter((id) => visible.has(id)), archived: false };
  for (const batch of await batchesOf(database, releaseIds))
    yield await readReleases(database, batch, { comments: false });
}
