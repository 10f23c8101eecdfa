import type { DecisionContext } from '../../decision/context.ts';
import { addComment } from '../../decision/log.ts';
import { type OutcomeDraft, withRun } from '../../decision/outcome-draft.ts';
import { behaviorOf } from '../../flow/behaviors.ts';
import { failPermanently } from '../../flow/failure.ts';
import { newScript } from '../../flow/new-script.ts';
import { requireTaskPosition } from '../../flow/task-guards.ts';
import type { Task } from '../../model/task.ts';
import { neededToTransition } from '../../people/needed-permissions.ts';
import { taskStateConflict } from '../../plans/guards.ts';
import type { CommandDefinition, TaskStep } from '../definition/definition.ts';

export type AbortTask = TaskStep<'abortTask'>;

export const abortTask: CommandDefinition<AbortTask> = {
  permission: neededToTransition,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle,
};

/**
 * Stops the script of a task and fails the task; no failure handler runs (compatibility.md, Flow). Throws Conflict,
 * NotFound.
 */
function handle(before: OutcomeDraft, { taskId, comment }: AbortTask): OutcomeDraft {
  const { release, context } = before;
  const { task } = requireTaskPosition(release, taskId, 'abort');
  const { status } = task.run;
  const hasHandler = status === 'FAILURE_HANDLER_QUEUED' || status === 'FAILURE_HANDLER_IN_PROGRESS';
  const isRunning = status === 'QUEUED' || status === 'IN_PROGRESS';
  const { abortable } = behaviorOf(task, context.env.automatedTypes);
  const runsAutomatically = hasHandler || status === 'PRECONDITION_IN_PROGRESS' || (isRunning && abortable);
  if (!runsAutomatically) throw taskStateConflict('abort', task);
  const commented = addComment(before, task, comment);
  if (hasHandler) return failPermanently(commented, taskId);
  if (status !== 'IN_PROGRESS' || !hasAbortScript(task, context)) return failAborted(commented, task);
  return withRun(commented, task, { status: 'ABORT_SCRIPT_QUEUED', script: newScript('abort', context), mail: null });
}

/** The abort script of the task, or of its type. */
function hasAbortScript({ definition }: Task, { env }: DecisionContext): boolean {
  const { type, scriptType } = definition;
  return definition.hasAbortScript || (env.automatedTypes.withAbortScript?.has(scriptType ?? type) ?? false);
}

const failAborted = (before: OutcomeDraft, task: Task): OutcomeDraft =>
  failPermanently(withRun(before, task, { failuresCount: task.run.failuresCount + 1 }), task.id);
