import {
  type Caller,
  clip,
  Invalid,
  missingPermission,
  NotFound,
  namedByPhase,
  namedByRelease,
  namedByTasks,
  toRead,
} from '@slipway/domain';
import {
  type ReleaseView,
  readPhase,
  readRelease,
  readReleases,
  readTask,
  readTemplateTriggers,
} from '@slipway/persistence';
import { largestRequest } from '@slipway/scripts';
import {
  firstNamed,
  type PhaseAnswer,
  type ReleaseAnswer,
  releaseIdOf,
  showFor,
  showPhase,
  showRelease,
  showTaskView,
  showVariable,
  type TaskAnswer,
  under,
  type VariableAnswer,
  variableNamed,
} from '@slipway/wire';
import type { Scripting } from '../context/context.ts';

type Reads = Pick<Scripting, 'database' | 'typePrefix'>;

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

/** One of them, as REST answers it. Throws NotFound, for a release where a template is meant too, and Forbidden. */
export async function releaseFor(
  reads: Reads,
  by: Caller,
  kind: 'release' | 'template' | 'archivedRelease',
  written: string,
): Promise<ReleaseAnswer> {
  const archived = kind === 'archivedRelease';
  const what = archived ? 'release' : kind;
  const view = await firstNamed('Release', written, (id) => readRelease(reads.database, id, { archived }), what);
  const isTemplate = view.release.status === 'TEMPLATE';
  // a template's id answers where releases are read (decisions.md, Answers)
  if (kind === 'release' && isTemplate && !by.may(toRead.template)) throw missingPermission(toRead.template, written);
  const [answer] = isTemplate || kind !== 'template' ? await shown(reads, [view], by) : [];
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
  const view = await firstNamed('Task', written, (id) => readTask(reads.database, id));
  return showTaskView(view, await showFor(reads, namedByTasks([view.task])));
}

/** A live phase as REST answers it. Throws NotFound. */
export async function phaseFor(reads: Reads, written: string): Promise<PhaseAnswer> {
  const { release, folderPath, rest } = await firstNamed('Phase', written, (id) => readPhase(reads.database, id));
  const [phase] = release.phases;
  if (phase === undefined) throw new Error('a view of a phase has none');
  return showPhase(phase, under(folderPath.join('/'), release.id), rest, await showFor(reads, namedByPhase(phase)));
}

/** A variable as REST answers it. Throws NotFound, Forbidden. */
export async function variableFor(reads: Reads, by: Caller, written: string): Promise<VariableAnswer> {
  const { variable, view } = await variableNamed(reads.database, written);
  if (view.release.status === 'TEMPLATE' && !by.may(toRead.templateVariable)) {
    throw missingPermission(toRead.templateVariable, written);
  }
  return showVariable(variable, releaseIdOf(view), await showFor(reads, []));
}
