import { isUnderBlackout } from '../calendar/start-delays.ts';
import { finishTask } from '../completion/finish.ts';
import type { DecisionContext } from '../decision/context.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import type { TaskTransition } from '../decision/inputs.ts';
import { addComment, logTask } from '../decision/log.ts';
import { type OutcomeDraft, withRun } from '../decision/outcome-draft.ts';
import { requireMaySkipGates } from '../gates/skip-gate.ts';
import { message } from '../messages/message.ts';
import { Conflict } from '../model/errors.ts';
import { missingPermission } from '../model/permissions.ts';
import { namedTask, type TaskPosition, taskOf, taskPositionOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isInAdvance } from '../model/status.ts';
import { isStartedGroup, type Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import { neededToChange } from '../people/needed-permissions.ts';
import { requireRelease, requireUnlocked, requireUnlockedInside, taskStateConflict } from '../plans/guards.ts';
import { setValues } from '../variables/edit-variables.ts';
import { setInputValues } from '../variables/input-values.ts';
import { missingKeys } from '../variables/values.ts';
import { activate, reactivate } from './activate.ts';
import { behaviorOf } from './behaviors.ts';
import { failPermanently, failTask } from './failure.ts';
import { newScript } from './new-script.ts';

/** What answers the commands that take a task further, or back. */
export const taskTransitions: CommandHandlers<TaskTransition['type']> = {
  completeTask,
  failTask: failManually,
  skipTask,
  retryTask,
  reopenTask,
  abortTask,
  startTaskNow,
  startTask,
};

function requireTaskPosition(release: Release, taskId: string, verb: string): TaskPosition {
  requireRelease(release, `${verb} a task`);
  return taskPositionOf(release, taskId);
}

/** Whether a task runs that people complete and fail. */
const isCompletableByUser = (task: Task, { env }: DecisionContext): boolean =>
  task.run.status === 'IN_PROGRESS' && behaviorOf(task, env.automatedTypes).endedByPeople;

/** Completes a task, in advance when the flow has not reached it (states.md, Task). Throws Conflict, Invalid, NotFound. */
function completeTask(before: OutcomeDraft, { taskId, comment, values = {} }: CommandOf['completeTask']): OutcomeDraft {
  const { release, context } = before;
  const taskPosition = requireTaskPosition(release, taskId, 'complete');
  const { task } = taskPosition;
  if (isGroupType(task.definition.type))
    throw new Conflict(message('task.groupNotCompletable', { task: namedTask(task) }));
  const isRunning = isCompletableByUser(task, context);
  if (!isRunning && task.run.status !== 'PLANNED') throw taskStateConflict('complete', task);
  if (!isRunning) requireUnlocked(taskPosition, 'complete in advance');
  const { requireReady } = behaviorOf(task, context.env.automatedTypes);
  const withInputs = requireReady(setInputValues(before, task, values), task);
  const ready = addComment(withInputs, task, comment);
  if (isRunning) return finishTask(ready, taskOf(ready.release, taskId), 'COMPLETED');
  const logged = logTask(ready, 'TASK_COMPLETED_IN_ADVANCE', task, 'Completed in advance');
  return withRun(logged, taskOf(ready.release, taskId), { status: 'COMPLETED_IN_ADVANCE', endDate: context.env.now });
}

/** Skips a task with everything inside it, in advance when the flow has not reached it. Throws Conflict, NotFound. */
function skipTask(before: OutcomeDraft, { taskId, comment }: CommandOf['skipTask']): OutcomeDraft {
  const taskPosition = requireTaskPosition(before.release, taskId, 'skip');
  const { task } = taskPosition;
  if (!['PLANNED', 'PENDING', 'WAITING_FOR_INPUT', 'IN_PROGRESS', 'FAILED', 'FAILING'].includes(task.run.status))
    throw taskStateConflict('skip', task);
  requireUnlocked(taskPosition, 'skip');
  requireUnlockedInside(task, 'skip');
  requireMaySkipGates(before, [task], comment);
  const commented = addComment(before, task, comment);
  if (task.run.status !== 'PLANNED') return finishTask(commented, task, 'SKIPPED');
  const logged = logTask(commented, 'TASK_SKIPPED_IN_ADVANCE', task, 'Skipped in advance');
  return withRun(logged, task, { status: 'SKIPPED_IN_ADVANCE', endDate: before.context.env.now });
}

/** Fails a task that a person works on. Throws Conflict, NotFound. */
function failManually(before: OutcomeDraft, { taskId, comment }: CommandOf['failTask']): OutcomeDraft {
  const { release, context } = before;
  const { task } = requireTaskPosition(release, taskId, 'fail');
  if (!isCompletableByUser(task, context)) throw taskStateConflict('fail', task);
  return failTask(before, task, comment ?? null);
}

/** Runs a failed task again; a group that had started continues with its failed tasks. Throws Conflict, NotFound. */
function retryTask(before: OutcomeDraft, { taskId, comment }: CommandOf['retryTask']): OutcomeDraft {
  const { task } = requireTaskPosition(before.release, taskId, 'retry');
  if (task.run.status !== 'FAILED' || isStartedGroup(task)) throw taskStateConflict('retry', task);
  return reactivate(before, task, comment);
}

/** Takes back what was decided in advance. Throws Conflict, NotFound. */
function reopenTask(before: OutcomeDraft, { taskId, comment }: CommandOf['reopenTask']): OutcomeDraft {
  const taskPosition = requireTaskPosition(before.release, taskId, 'reopen');
  const { task } = taskPosition;
  if (!isInAdvance(task.run.status)) throw taskStateConflict('reopen', task);
  requireUnlocked(taskPosition, 'reopen');
  const logged = logTask(addComment(before, task, comment), 'TASK_REOPENED', task, 'Reopened');
  return withRun(logged, task, { status: 'PLANNED', endDate: null });
}

/**
 * Stops the script of a task and fails the task; no failure handler runs (compatibility.md, Flow). Throws Conflict,
 * NotFound.
 */
function abortTask(before: OutcomeDraft, { taskId, comment }: CommandOf['abortTask']): OutcomeDraft {
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
  return withRun(commented, task, { status: 'ABORT_SCRIPT_QUEUED', script: newScript('abort', context) });
}

/** The abort script of the task, or of its type. */
function hasAbortScript({ definition }: Task, { env }: DecisionContext): boolean {
  const { type, scriptType } = definition;
  return definition.hasAbortScript || (env.automatedTypes.withAbortScript?.has(scriptType ?? type) ?? false);
}

const failAborted = (before: OutcomeDraft, task: Task): OutcomeDraft =>
  failPermanently(withRun(before, task, { failuresCount: task.run.failuresCount + 1 }), task.id);

/**
 * Starts a task that waits for its date at once. To override a blackout takes a right of its own
 * (states.md, Task). Throws Conflict, Forbidden, NotFound.
 */
function startTaskNow(before: OutcomeDraft, { taskId, comment }: CommandOf['startTaskNow']): OutcomeDraft {
  const { release, context } = before;
  const { task } = requireTaskPosition(release, taskId, 'start');
  if (task.run.status !== 'PENDING') throw taskStateConflict('start', task);
  const permission = neededToChange.blackoutOfTask;
  const mayOverride = context.caller === null || context.caller.may(permission);
  if (!mayOverride && isUnderBlackout(task, context)) throw missingPermission(permission, taskId);
  return activate(addComment(before, task, comment), task, 'input');
}

/** Gives a task that waits for input its values; it starts when the plan settles. Throws Conflict, Invalid, NotFound. */
function startTask(before: OutcomeDraft, { taskId, values }: CommandOf['startTask']): OutcomeDraft {
  const { task } = requireTaskPosition(before.release, taskId, 'start');
  if (task.run.status !== 'WAITING_FOR_INPUT') throw taskStateConflict('start', task);
  const withValues = setValues(before, values);
  const missing = missingKeys(withValues.release, task);
  if (missing.length > 0) throw new Conflict(`cannot start task '${taskId}': ${missing.join(', ')} has no value`);
  return withValues;
}
