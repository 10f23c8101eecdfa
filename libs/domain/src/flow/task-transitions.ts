import { isUnderBlackout } from '../calendar/holds.ts';
import type { DecisionContext } from '../decision/context.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import type { TaskTransition } from '../decision/inputs.ts';
import { addComment, logTask } from '../decision/log.ts';
import { type Progress, putRun } from '../decision/progress.ts';
import { endTask } from '../ending/end.ts';
import { requireMaySkip } from '../gates/pass-over.ts';
import { Conflict, clip } from '../model/errors.ts';
import { missingPermission } from '../model/permissions.ts';
import { type Place, placeOf, taskOf, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isInAdvance } from '../model/status.ts';
import { isStartedGroup, type Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import { neededToChange } from '../people/needed-permissions.ts';
import { cannot, requireRelease, requireUnlocked, requireUnlockedInside } from '../plans/guards.ts';
import { setAskedValues } from '../variables/asked-values.ts';
import { setValues } from '../variables/edit-variables.ts';
import { missingKeys } from '../variables/values.ts';
import { activate, reactivate } from './activate.ts';
import { behaviourOf } from './behaviours.ts';
import { failForGood, failTask } from './failure.ts';
import { newScript } from './new-script.ts';

/** What answers the commands that take a task further, or back. */
export const taskTransitions: CommandHandlers<TaskTransition['type']> = {
  completeTask,
  failTask: failByHand,
  skipTask,
  retryTask,
  reopenTask,
  abortTask,
  startTaskNow,
  startTask,
};

function located(release: Release, taskId: string, verb: string): Place {
  requireRelease(release, `${verb} a task`);
  return placeOf(release, taskId);
}

/** Whether a task runs that people complete and fail. */
const isInHand = (task: Task, { env }: DecisionContext): boolean =>
  task.run.status === 'IN_PROGRESS' && behaviourOf(task, env.automatedTypes).endedByPeople;

/** Completes a task, in advance when the flow has not reached it (states.md, Task). Throws Conflict, Invalid, NotFound. */
function completeTask(before: Progress, { taskId, comment, values = {} }: CommandOf['completeTask']): Progress {
  const { release, context } = before;
  const place = located(release, taskId, 'complete');
  const { task } = place;
  if (isGroupType(task.definition.type))
    throw new Conflict(`cannot complete group '${clip(titleOf(task))}' (${task.id}): it completes with its tasks`);
  const isHere = isInHand(task, context);
  if (!isHere && task.run.status !== 'PLANNED') throw cannot('complete', task);
  if (!isHere) requireUnlocked(place, 'complete in advance');
  const { requireReady } = behaviourOf(task, context.env.automatedTypes);
  const answered = requireReady(setAskedValues(before, task, values), task);
  const ready = addComment(answered, task, comment);
  if (isHere) return endTask(ready, taskOf(ready.release, taskId), 'COMPLETED');
  const logged = logTask(ready, 'TASK_COMPLETED_IN_ADVANCE', task, 'Completed in advance');
  return putRun(logged, taskOf(ready.release, taskId), { status: 'COMPLETED_IN_ADVANCE', endDate: context.env.now });
}

/** Skips a task with everything inside it, in advance when the flow has not reached it. Throws Conflict, NotFound. */
function skipTask(before: Progress, { taskId, comment }: CommandOf['skipTask']): Progress {
  const place = located(before.release, taskId, 'skip');
  const { task } = place;
  if (!['PLANNED', 'PENDING', 'WAITING_FOR_INPUT', 'IN_PROGRESS', 'FAILED', 'FAILING'].includes(task.run.status))
    throw cannot('skip', task);
  requireUnlocked(place, 'skip');
  requireUnlockedInside(task, 'skip');
  requireMaySkip(before, [task], comment);
  const commented = addComment(before, task, comment);
  if (task.run.status !== 'PLANNED') return endTask(commented, task, 'SKIPPED');
  const logged = logTask(commented, 'TASK_SKIPPED_IN_ADVANCE', task, 'Skipped in advance');
  return putRun(logged, task, { status: 'SKIPPED_IN_ADVANCE', endDate: before.context.env.now });
}

/** Fails a task that a person works on. Throws Conflict, NotFound. */
function failByHand(before: Progress, { taskId, comment }: CommandOf['failTask']): Progress {
  const { release, context } = before;
  const { task } = located(release, taskId, 'fail');
  if (!isInHand(task, context)) throw cannot('fail', task);
  return failTask(before, task, comment ?? null);
}

/** Runs a failed task again; a group that had started continues with its failed tasks. Throws Conflict, NotFound. */
function retryTask(before: Progress, { taskId, comment }: CommandOf['retryTask']): Progress {
  const { task } = located(before.release, taskId, 'retry');
  if (task.run.status !== 'FAILED' || isStartedGroup(task)) throw cannot('retry', task);
  return reactivate(before, task, comment);
}

/** Takes back what was decided in advance. Throws Conflict, NotFound. */
function reopenTask(before: Progress, { taskId, comment }: CommandOf['reopenTask']): Progress {
  const place = located(before.release, taskId, 'reopen');
  const { task } = place;
  if (!isInAdvance(task.run.status)) throw cannot('reopen', task);
  requireUnlocked(place, 'reopen');
  const logged = logTask(addComment(before, task, comment), 'TASK_REOPENED', task, 'Reopened');
  return putRun(logged, task, { status: 'PLANNED', endDate: null });
}

/**
 * Stops the script of a task and fails the task; no failure handler runs (compatibility.md, Flow). Throws Conflict,
 * NotFound.
 */
function abortTask(before: Progress, { taskId, comment }: CommandOf['abortTask']): Progress {
  const { release, context } = before;
  const { task } = located(release, taskId, 'abort');
  const { status } = task.run;
  const hasHandler = status === 'FAILURE_HANDLER_QUEUED' || status === 'FAILURE_HANDLER_IN_PROGRESS';
  const isHere = status === 'QUEUED' || status === 'IN_PROGRESS';
  const { abortable } = behaviourOf(task, context.env.automatedTypes);
  const runsByItself = hasHandler || status === 'PRECONDITION_IN_PROGRESS' || (isHere && abortable);
  if (!runsByItself) throw cannot('abort', task);
  const commented = addComment(before, task, comment);
  if (hasHandler) return failForGood(commented, taskId);
  if (status !== 'IN_PROGRESS' || !hasAbortScript(task, context)) return failedByAbort(commented, task);
  return putRun(commented, task, { status: 'ABORT_SCRIPT_QUEUED', script: newScript('abort', context) });
}

/** The abort script of the task, or of its type. */
function hasAbortScript({ definition }: Task, { env }: DecisionContext): boolean {
  const { type, scriptType } = definition;
  return definition.hasAbortScript || (env.automatedTypes.withAbortScript?.has(scriptType ?? type) ?? false);
}

const failedByAbort = (before: Progress, task: Task): Progress =>
  failForGood(putRun(before, task, { failuresCount: task.run.failuresCount + 1 }), task.id);

/**
 * Starts a task that waits for its date at once. To override a blackout takes a right of its own
 * (states.md, Task). Throws Conflict, Forbidden, NotFound.
 */
function startTaskNow(before: Progress, { taskId, comment }: CommandOf['startTaskNow']): Progress {
  const { release, context } = before;
  const { task } = located(release, taskId, 'start');
  if (task.run.status !== 'PENDING') throw cannot('start', task);
  const permission = neededToChange.blackoutOfTask;
  const mayOverride = context.caller === null || context.caller.may(permission);
  if (!mayOverride && isUnderBlackout(task, context)) throw missingPermission(permission, taskId);
  return activate(addComment(before, task, comment), task, 'input');
}

/** Gives a task that waits for input its values; it starts when the plan settles. Throws Conflict, Invalid, NotFound. */
function startTask(before: Progress, { taskId, values }: CommandOf['startTask']): Progress {
  const { task } = located(before.release, taskId, 'start');
  if (task.run.status !== 'WAITING_FOR_INPUT') throw cannot('start', task);
  const filled = setValues(before, values);
  const missing = missingKeys(filled.release, task);
  if (missing.length > 0) throw new Conflict(`cannot start task '${taskId}': ${missing.join(', ')} has no value`);
  return filled;
}
