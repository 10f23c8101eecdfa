import { changesChildren, planFromTask } from '@slipway/api-schema/edits';
import { requireSameType, type TaskBody, type TaskResponse, taskChanges, taskDraft } from '@slipway/api-schema/plans';
import { blankTaskPassive, type TaskPatch, tasksIn } from '@slipway/domain/model';
import { neededForCommand } from '@slipway/domain/people';
import { changedScripts } from '@slipway/domain/scripts';
import type { Person } from '@slipway/engine';
import type { TaskView } from '@slipway/persistence/plans';
import type { ResourceContext } from '../model/context.ts';
import { idKindOf } from '../model/id-kind.ts';
import { withScriptWarnings } from '../scripts/script-warnings.ts';
import { changePlan } from './change-plan.ts';
import { createdId, dispatchToPart } from './dispatch.ts';
import { getTask } from './find.ts';
import { parseOptionsFor } from './parse-options.ts';
import { reloadPlan, reloadTask } from './reload.ts';
import { type RenderResult, renderTask } from './render.ts';
import { requestedPart } from './requested-part.ts';
import { requireTargetsOfEdits } from './require-targets.ts';

/** What a body changes of a task that was answered so. */
export async function taskChangesOf(
  context: Pick<ResourceContext, 'typePrefix' | 'seal' | 'plugins'>,
  { task, details: rest }: Pick<TaskView, 'task' | 'details'>,
  answer: TaskResponse,
  body: TaskBody,
): Promise<TaskPatch> {
  const passive = rest.tasks.get(task.id) ?? blankTaskPassive;
  return taskChanges(body, { task, passive, answer }, await parseOptionsFor(context));
}

/**
 * Changes the fields of a task that differ from what was answered, and with them what differs inside of it: tasks of a
 * group, conditions and dependencies of a gate. All of it or nothing. The type has a
 * call of its own. Throws what the commands throw, Invalid, and NotFound.
 */
export async function updateTask(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  body: TaskBody,
): Promise<RenderResult<TaskResponse>> {
  const { database, engine } = context;
  const view = await getTask(database, caller, rawId, neededForCommand.updateTask);
  const taskId = view.task.id;
  requireSameType(body, view.task, context.typePrefix);
  const before = await renderTask(context, view, caller);
  if (changesChildren(body, before.answer)) {
    const requestedPlanFor = requestedPart(context, caller, (current, parseOptions) =>
      planFromTask(body, taskId, current, parseOptions),
    );
    const after = await changePlan(context, caller, await reloadPlan(database, view.releaseId), requestedPlanFor);
    return after === null ? before : await renderSavedTask(context, caller, taskId, view.details.tasks);
  }
  const patch = await taskChangesOf(context, view, before.answer, body);
  if (Object.keys(patch).length === 0) return before;
  await engine.dispatch(view.releaseId, { kind: 'command', caller, command: { type: 'updateTask', taskId, patch } });
  return await renderSavedTask(context, caller, taskId, view.details.tasks);
}

/** A task as it was saved, with warnings about its scripts that are others than before. */
async function renderSavedTask(
  context: ResourceContext,
  caller: Person,
  taskId: string,
  before: TaskView['details']['tasks'],
): Promise<RenderResult<TaskResponse>> {
  const view = await reloadTask(context.database, taskId);
  const rendered = await renderTask(context, view, caller);
  const changed = changedScripts(tasksIn([view.task]), view.details.tasks, before);
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
): Promise<RenderResult<TaskResponse>> {
  const task = taskDraft(body, await parseOptionsFor(context));
  await requireTargetsOfEdits(context, caller, [{ type: 'addTask', containerId: container, task }]);
  const { done: dispatched } = await dispatchToPart(context, {
    caller,
    kind: idKindOf(['Phase', 'Task'], container),
    rawId: container,
    command: (containerId) => ({ type: 'addTask', containerId, task, position }),
  });
  return await renderSavedTask(context, caller, createdId(dispatched, 'TASK_CREATED'), new Map());
}
