import { blankTaskPassive, namedByTasks } from '@slipway/domain';
import { callerFor } from '@slipway/engine';
import { readRelease, readTask } from '@slipway/persistence';
import {
  changesIn,
  firstNamed,
  type ReleaseBody,
  releaseIdOf,
  releasePatch,
  releasePatchShown,
  showFor,
  showRelease,
  showTaskView,
  showVariable,
  type TaskBody,
  taskChanges,
  type VariableBody,
  variableChanges,
  variableNamed,
} from '@slipway/wire';
import type { Scripting } from '../context/context.ts';
import { readingOf } from './changes.ts';
import { commandElsewhere, type Elsewhere } from './elsewhere.ts';

/** What a whole task that a script hands back changes of one that is not its release's: as a PUT, all that differs now. */
export async function changedTaskElsewhere(scripting: Scripting, written: string, body: TaskBody): Promise<Elsewhere> {
  const view = await firstNamed('Task', written, (id) => readTask(scripting.database, id));
  const { task, rest, releaseId } = view;
  const answer = showTaskView(view, await showFor(scripting, namedByTasks([task])));
  const passive = rest.tasks.get(task.id) ?? blankTaskPassive;
  const patch = taskChanges(body, { task, passive, answer }, await readingOf(scripting));
  return commandElsewhere(releaseId, { type: 'updateTask', taskId: task.id, patch });
}

/** The same of a variable. */
export async function changedVariableElsewhere(
  scripting: Scripting,
  written: string,
  body: VariableBody,
): Promise<Elsewhere> {
  const { variable, view } = await variableNamed(scripting.database, written);
  const answer = showVariable(variable, releaseIdOf(view), await showFor(scripting, []));
  const patch = variableChanges(body, answer);
  return commandElsewhere(view.release.id, { type: 'updateVariable', variableId: variable.id, patch });
}

/** The same of a release or template. */
export async function changedReleaseElsewhere(
  scripting: Scripting,
  written: string,
  body: ReleaseBody,
): Promise<Elsewhere> {
  const view = await firstNamed('Release', written, (id) => readRelease(scripting.database, id, { phases: false }));
  const answer = showRelease(view, callerFor(''), await showFor(scripting, []));
  const patch = changesIn(releasePatch(body), releasePatchShown(answer));
  return commandElsewhere(view.release.id, { type: 'updateRelease', patch });
}
