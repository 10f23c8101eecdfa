import {
  blankTaskPassive,
  type Command,
  clip,
  idCandidates,
  NotFound,
  type ReleasePatch,
  taskOf,
} from '@slipway/domain';
import { passwordsOf } from '@slipway/plugins';
import {
  changesIn,
  type Reading,
  readingBy,
  releaseIdOf,
  releasePatchShown,
  showVariable,
  type TaskAnswer,
  type TaskBody,
  taskChanges,
  type VariableBody,
  variableChanges,
} from '@slipway/wire';
import type { Scripting, TakenUp } from '../context/context.ts';
import type { Runnable } from '../request/request.ts';

/** How to read what scripts write: as clients' requests are read. */
export async function readingOf({ plugins, seal, typePrefix }: Scripting): Promise<Reading> {
  const types = await plugins.current();
  return readingBy({
    prefix: typePrefix,
    seal: (clear) => seal.seal('property', clear),
    passwords: (type) => (types.has(type) ? passwordsOf(types, type) : null),
    inputs: (type) => types.get(type)?.inputs ?? [],
  });
}

/** What a whole task that a script hands back changes of the one that it was shown. Throws NotFound for any but its own release's. */
export async function changedTask(
  scripting: Scripting,
  { view, shown }: TakenUp & Runnable,
  written: string,
  body: TaskBody,
): Promise<Command> {
  const [id] = idCandidates('Task', written);
  const task = taskOf(view.release, id);
  const answer = shownTask(
    shown.phases.flatMap(({ tasks }) => tasks),
    id,
  );
  if (answer === undefined) throw new NotFound(`there is no task '${clip(written)}'`);
  const passive = view.rest.tasks.get(id) ?? blankTaskPassive;
  const patch = taskChanges(body, { task, passive, answer }, await readingOf(scripting));
  return { type: 'updateTask', taskId: id, patch };
}

function shownTask(tasks: readonly TaskAnswer[], id: string): TaskAnswer | undefined {
  for (const task of tasks) {
    const found = task.id.endsWith(`/${id}`) ? task : shownTask(task.tasks ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a variable that a script hands back changes of the one that it was shown. Throws NotFound for any but its own release's. */
export function changedVariable({ view }: TakenUp, written: string, body: VariableBody): Command {
  const candidates = idCandidates('Variable', written);
  const variable = view.release.variables.find(({ id }) => candidates.includes(id));
  if (variable === undefined)
    throw new NotFound(`there is no variable '${clip(written)}' in the release of the script`);
  const answer = showVariable(variable, releaseIdOf(view), { prefix: '', elsewhere: new Map() });
  return { type: 'updateVariable', variableId: variable.id, patch: variableChanges(body, answer) };
}

/** What a release that a script hands back changes of the one that it was shown. */
export const changedRelease = ({ shown }: Runnable, sent: ReleasePatch): Command => ({
  type: 'updateRelease',
  patch: changesIn(sent, releasePatchShown(shown)),
});
