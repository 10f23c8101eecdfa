import { blankTaskPassive, changedScripts, neededForCommand, type TaskPatch, tasksIn } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { TaskView } from '@slipway/persistence';
import {
  requireSameType,
  type TaskAnswer,
  type TaskBody,
  taskChanges,
  taskDraft,
  wantedInTask,
  wantsOtherInside,
} from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { kindAmong } from '../model/kind-among.ts';
import { withScriptWarnings } from '../scripts/script-warnings.ts';
import { storedPlan, storedTask } from './as-stored.ts';
import { changePlan } from './change-plan.ts';
import { dispatchToPart, madeBy } from './dispatch.ts';
import { taskNamed } from './find.ts';
import { readingOf } from './reading.ts';
import { type Rendered, renderTask } from './render.ts';
import { requireTargetsOfEdits } from './require-targets.ts';
import { wantedPart } from './wanted-part.ts';

/** What a body changes of a task that was answered so. */
export async function taskChangesOf(
  context: Pick<ResourceContext, 'typePrefix' | 'seal' | 'plugins'>,
  { task, rest }: Pick<TaskView, 'task' | 'rest'>,
  answer: TaskAnswer,
  body: TaskBody,
): Promise<TaskPatch> {
  const passive = rest.tasks.get(task.id) ?? blankTaskPassive;
  return taskChanges(body, { task, passive, answer }, await readingOf(context));
}

/**
 * Changes the fields of a task that differ from what was answered, and with them what differs inside of it: tasks of a
 * group, conditions and dependencies of a gate. All of it or nothing. The type has a
 * call of its own. Throws what the commands throw, Invalid, and NotFound.
 */
export async function updateTask(
  context: ResourceContext,
  caller: Person,
  written: string,
  body: TaskBody,
): Promise<Rendered<TaskAnswer>> {
  const { database, engine } = context;
  const view = await taskNamed(database, caller, written, neededForCommand.updateTask);
  const taskId = view.task.id;
  requireSameType(body, view.task, context.typePrefix);
  const before = await renderTask(context, view, caller);
  if (wantsOtherInside(body, before.answer)) {
    const wantedOf = wantedPart(context, caller, (there, reading) => wantedInTask(body, taskId, there, reading));
    const after = await changePlan(context, caller, await storedPlan(database, view.releaseId), wantedOf);
    return after === null ? before : await savedTask(context, caller, taskId, view.rest.tasks);
  }
  const patch = await taskChangesOf(context, view, before.answer, body);
  if (Object.keys(patch).length === 0) return before;
  await engine.dispatch(view.releaseId, { kind: 'command', caller, command: { type: 'updateTask', taskId, patch } });
  return await savedTask(context, caller, taskId, view.rest.tasks);
}

/** A task as it was saved, with warnings about its scripts that are others than before. */
async function savedTask(
  context: ResourceContext,
  caller: Person,
  taskId: string,
  before: TaskView['rest']['tasks'],
): Promise<Rendered<TaskAnswer>> {
  const view = await storedTask(context.database, taskId);
  const rendered = await renderTask(context, view, caller);
  const changed = changedScripts(tasksIn([view.task]), view.rest.tasks, before);
  return { ...rendered, answer: await withScriptWarnings(context, rendered.answer, changed) };
}

interface Addition {
  /** the id of a phase or group */
  readonly container: string;
  readonly body: TaskBody;
  /** from 0; null: the end */
  readonly position: number | null;
}

/** Adds a task to a phase or group. Throws what the command throws, and NotFound. */
export async function addTask(
  context: ResourceContext,
  caller: Person,
  { container, body, position }: Addition,
): Promise<Rendered<TaskAnswer>> {
  const task = taskDraft(body, await readingOf(context));
  await requireTargetsOfEdits(context, caller, [{ type: 'addTask', containerId: container, task }]);
  const { done } = await dispatchToPart(context, {
    caller,
    kind: kindAmong(['Phase', 'Task'], container),
    written: container,
    command: (containerId) => ({ type: 'addTask', containerId, task, position }),
  });
  return await savedTask(context, caller, madeBy(done, 'TASK_CREATED'), new Map());
}
