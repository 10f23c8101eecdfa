import {
  type Caller,
  clip,
  Invalid,
  idCandidates,
  missingPermission,
  NotFound,
  namedByPhase,
  namedByRelease,
  namedByTasks,
  type PublicKind,
} from '@slipway/domain';
import {
  locate,
  type ReleaseView,
  readElsewhere,
  readPhase,
  readRelease,
  readReleases,
  readTask,
  readTemplateTriggers,
} from '@slipway/persistence';
import { largestRequest } from '@slipway/scripts';
import {
  type PhaseAnswer,
  type ReleaseAnswer,
  releaseIdOf,
  type Show,
  showPhase,
  showRelease,
  showTaskView,
  showVariable,
  type TaskAnswer,
  under,
  type VariableAnswer,
} from '@slipway/wire';
import type { Scripting } from './room.ts';

type Reads = Pick<Scripting, 'database' | 'typePrefix'>;

/** What the first candidate of an id names. Throws NotFound. */
export async function firstOf<T>(
  kind: PublicKind,
  written: string,
  read: (id: string) => Promise<T | null>,
  what = kind.toLowerCase(),
): Promise<T> {
  for (const id of idCandidates(kind, written)) {
    const found = await read(id);
    if (found !== null) return found;
  }
  throw new NotFound(`there is no ${what} '${clip(written)}'`);
}

/** What is needed to show what refers to these ids. */
export async function showFor({ database, typePrefix }: Reads, ids: readonly string[]): Promise<Show> {
  const { full, archived } = await readElsewhere(database, ids);
  return { prefix: typePrefix, elsewhere: full, archived };
}

async function shown(reads: Reads, views: readonly ReleaseView[], by: Caller): Promise<readonly ReleaseAnswer[]> {
  const show = await showFor(
    reads,
    views.flatMap(({ release }) => namedByRelease(release)),
  );
  const templates = views.filter(({ release }) => release.status === 'TEMPLATE');
  const triggers = await readTemplateTriggers(
    reads.database,
    templates.map(({ release }) => release.id),
  );
  return views.map((view) => showRelease(view, by, { ...show, triggers }));
}

/** One of them, as REST answers it. Throws NotFound, for what is of another kind too. */
export async function releaseFor(
  reads: Reads,
  by: Caller,
  kind: 'release' | 'template' | 'archivedRelease',
  written: string,
): Promise<ReleaseAnswer> {
  const archived = kind === 'archivedRelease';
  const what = archived ? 'release' : kind;
  const view = await firstOf('Release', written, (id) => readRelease(reads.database, id, { archived }), what);
  const isTemplate = view.release.status === 'TEMPLATE';
  const [answer] = isTemplate === (kind === 'template') ? await shown(reads, [view], by) : [];
  if (answer === undefined) throw new NotFound(`there is no ${what} '${clip(written)}'`);
  return answer;
}

/** Read a few at a time, so that what is too much is known before it fills the memory. */
const atOnce = 20;

/** Those with these ids, as REST answers them. Throws Invalid when they are more than a script can be given. */
export async function releasesFor(
  reads: Reads,
  by: Caller,
  ids: readonly string[],
  archived = false,
): Promise<readonly ReleaseAnswer[]> {
  const answers: ReleaseAnswer[] = [];
  let size = 0;
  for (let at = 0; at < ids.length; at += atOnce) {
    const views = await readReleases(reads.database, ids.slice(at, at + atOnce), { archived });
    const some = await shown(reads, views, by);
    size += JSON.stringify(some).length;
    if (size > largestRequest) {
      throw new Invalid(`${ids.length} of them are more than ${largestRequest} bytes: ask for fewer`);
    }
    answers.push(...some);
  }
  return answers;
}

/** A live task as REST answers it. Throws NotFound. */
export async function taskFor(reads: Reads, written: string): Promise<TaskAnswer> {
  const view = await firstOf('Task', written, (id) => readTask(reads.database, id));
  return showTaskView(view, await showFor(reads, namedByTasks([view.task])));
}

/** A live phase as REST answers it. Throws NotFound. */
export async function phaseFor(reads: Reads, written: string): Promise<PhaseAnswer> {
  const { release, folderPath, rest } = await firstOf('Phase', written, (id) => readPhase(reads.database, id));
  const [phase] = release.phases;
  if (phase === undefined) throw new Error('a view of a phase has none');
  return showPhase(phase, under(folderPath.join('/'), release.id), rest, await showFor(reads, namedByPhase(phase)));
}

/** A variable of a live release or template, and the release, without its phases. Throws NotFound. */
export async function variableIn(reads: Reads, written: string) {
  const candidates = idCandidates('Variable', written);
  const found = await locate(reads.database, 'Variable', candidates, written.split('/').slice(0, -1));
  const view = found && (await readRelease(reads.database, found.releaseId, { phases: false }));
  const variable = view?.release.variables.find(({ id }) => id === found?.id);
  if (!view || !variable) throw new NotFound(`there is no variable '${clip(written)}'`);
  return { variable, view };
}

/** A variable as REST answers it. Throws NotFound, Forbidden. */
export async function variableFor(reads: Reads, by: Caller, written: string): Promise<VariableAnswer> {
  const { variable, view } = await variableIn(reads, written);
  if (view.release.status === 'TEMPLATE' && !by.may('template#view')) throw missingPermission('template#view', written);
  return showVariable(variable, releaseIdOf(view), await showFor(reads, []));
}
