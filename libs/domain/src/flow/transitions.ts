import { isUnderBlackout } from '../calendar/holds.ts';
import { comment, logTask, type Turn } from '../decision/turn.ts';
import { endTask } from '../ending/end.ts';
import { Conflict, clip } from '../model/errors.ts';
import { missingPermission } from '../model/permissions.ts';
import { type Place, placeOf, taskOf, titleOf, withRun } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isStartedGroup, type Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import { cannot, requireRelease, requireUnlocked, requireUnlockedInside } from '../plans/guards.ts';
import { activate, reactivate } from './activate.ts';
import { behaviourOf } from './behaviours.ts';
import { failForGood, failTask } from './failure.ts';
import { newScript } from './new-script.ts';

type Text = string | null | undefined;

function located(release: Release, taskId: string, verb: string): Place {
  requireRelease(release, `${verb} a task`);
  return placeOf(release, taskId);
}

/** Whether a task runs that people complete and fail. */
const isInHand = (task: Task, { env }: Turn): boolean =>
  task.run.status === 'IN_PROGRESS' && behaviourOf(task, env.automatedTypes).endedByPeople;

/** Completes a task, in advance when the flow has not reached it (states.md, Task). Throws Conflict, NotFound. */
export function complete(release: Release, taskId: string, text: Text, turn: Turn): Release {
  const place = located(release, taskId, 'complete');
  const { task } = place;
  if (isGroupType(task.definition.type))
    throw new Conflict(`cannot complete group '${clip(titleOf(task))}' (${task.id}): it completes with its tasks`);
  const isHere = isInHand(task, turn);
  if (!isHere && task.run.status !== 'PLANNED') throw cannot('complete', task);
  if (!isHere) requireUnlocked(place, 'complete in advance');
  const { requireReady } = behaviourOf(task, turn.env.automatedTypes);
  const ready = requireReady(release, task, { ...turn, lookAgain: true });
  comment(turn, task, text);
  if (isHere) return endTask(ready, taskOf(ready, taskId), 'COMPLETED', turn);
  logTask(turn, 'TASK_COMPLETED_IN_ADVANCE', task, 'Completed in advance');
  return withRun(ready, taskOf(ready, taskId), { status: 'COMPLETED_IN_ADVANCE', endDate: turn.env.now });
}

/** Skips a task with everything inside it, in advance when the flow has not reached it. Throws Conflict, NotFound. */
export function skip(release: Release, taskId: string, text: Text, turn: Turn): Release {
  const place = located(release, taskId, 'skip');
  const { task } = place;
  if (!['PLANNED', 'PENDING', 'WAITING_FOR_INPUT', 'IN_PROGRESS', 'FAILED', 'FAILING'].includes(task.run.status))
    throw cannot('skip', task);
  requireUnlocked(place, 'skip');
  requireUnlockedInside(task, 'skip');
  comment(turn, task, text);
  if (task.run.status !== 'PLANNED') return endTask(release, task, 'SKIPPED', turn);
  logTask(turn, 'TASK_SKIPPED_IN_ADVANCE', task, 'Skipped in advance');
  return withRun(release, task, { status: 'SKIPPED_IN_ADVANCE', endDate: turn.env.now });
}

/** Fails a task that a person works on. Throws Conflict, NotFound. */
export function fail(release: Release, taskId: string, text: Text, turn: Turn): Release {
  const { task } = located(release, taskId, 'fail');
  if (!isInHand(task, turn)) throw cannot('fail', task);
  return failTask(release, task, text ?? null, turn);
}

/** Runs a failed task again; a group that had started goes on with its failed tasks instead. Throws Conflict, NotFound. */
export function retry(release: Release, taskId: string, text: Text, turn: Turn): Release {
  const { task } = located(release, taskId, 'retry');
  if (task.run.status !== 'FAILED' || isStartedGroup(task)) throw cannot('retry', task);
  return reactivate(release, task, text, turn);
}

/** Takes back what was decided in advance. Throws Conflict, NotFound. */
export function reopen(release: Release, taskId: string, text: Text, turn: Turn): Release {
  const place = located(release, taskId, 'reopen');
  const { task } = place;
  if (task.run.status !== 'COMPLETED_IN_ADVANCE' && task.run.status !== 'SKIPPED_IN_ADVANCE')
    throw cannot('reopen', task);
  requireUnlocked(place, 'reopen');
  comment(turn, task, text);
  logTask(turn, 'TASK_REOPENED', task, 'Reopened');
  return withRun(release, task, { status: 'PLANNED', endDate: null });
}

/** Stops what runs by itself for a task and fails it; no failure handler runs (decisions.md, Flow). Throws Conflict, NotFound. */
export function abortTask(release: Release, taskId: string, text: Text, turn: Turn): Release {
  const { task } = located(release, taskId, 'abort');
  const { status } = task.run;
  if (status === 'FAILURE_HANDLER_QUEUED' || status === 'FAILURE_HANDLER_IN_PROGRESS') {
    comment(turn, task, text);
    return failForGood(release, taskId, turn);
  }
  if (status === 'PRECONDITION_IN_PROGRESS') return failedByAbort(release, task, text, turn);
  const isHere = status === 'QUEUED' || status === 'IN_PROGRESS';
  if (!isHere || !behaviourOf(task, turn.env.automatedTypes).abortable) throw cannot('abort', task);
  if (!hasAbortScript(task, turn) || status === 'QUEUED') return failedByAbort(release, task, text, turn);
  comment(turn, task, text);
  return withRun(release, task, {
    status: 'ABORT_SCRIPT_QUEUED',
    script: newScript('abort', turn),
  });
}

/** Its own, or the one that its type brings along. */
function hasAbortScript({ definition }: Task, { env }: Turn): boolean {
  const { type, scriptType } = definition;
  return definition.hasAbortScript || (env.automatedTypes.withAbortScript?.has(scriptType ?? type) ?? false);
}

function failedByAbort(release: Release, task: Task, text: Text, turn: Turn): Release {
  comment(turn, task, text);
  const counted = withRun(release, task, { failuresCount: task.run.failuresCount + 1 });
  return failForGood(counted, task.id, turn);
}

/**
 * Starts a task that waits for its date at once. To override a blackout takes a right of its own
 * (states.md, Task). Throws Conflict, Forbidden, NotFound.
 */
export function startNow(release: Release, taskId: string, text: Text, turn: Turn): Release {
  const { task } = located(release, taskId, 'start');
  if (task.run.status !== 'PENDING') throw cannot('start', task);
  const mayOverride = turn.caller === null || turn.caller.may('release#edit_blackout');
  if (!mayOverride && isUnderBlackout(task, turn)) throw missingPermission('release#edit_blackout', taskId);
  comment(turn, task, text);
  return activate(release, task, 'input', turn);
}
