import type { FactOf } from '../decision/handlers.ts';
import { addComment, logTask } from '../decision/log.ts';
import { type OutcomeDraft, withRun } from '../decision/outcome-draft.ts';
import { findTaskPosition } from '../model/plan.ts';
import type { TaskStatus } from '../model/status.ts';
import { logRequests } from './log-requests.ts';
import { currentWaitingTask } from './waiting-task.ts';

const claimedStatuses: Partial<Record<TaskStatus, TaskStatus>> = {
  QUEUED: 'IN_PROGRESS',
  FAILURE_HANDLER_QUEUED: 'FAILURE_HANDLER_IN_PROGRESS',
  ABORT_SCRIPT_QUEUED: 'ABORT_SCRIPT_IN_PROGRESS',
};

/**
 * A scheduler takes a script up: the first one, or the next one once the lease of the one before is over. Of several
 * that try at once only one names the next attempt in time; for the others the fact is stale and changes nothing.
 */
export function scriptStarted(
  before: OutcomeDraft,
  { runId, attempt, leaseUntil }: FactOf['scriptStarted'],
): OutcomeDraft {
  const { now } = before.context.env;
  const waiting = currentWaitingTask(before.release, { runId, attempt: attempt - 1 });
  if (!waiting || (waiting.script.leaseUntil !== null && waiting.script.leaseUntil > now)) return before;
  const { task, script } = waiting;
  const status = claimedStatuses[task.run.status];
  const logged =
    status === 'ABORT_SCRIPT_IN_PROGRESS'
      ? logTask(before, 'TASK_ABORT_SCRIPT_STARTED', task, 'activity.taskAbortScriptStarted')
      : before;
  return withRun(logged, task, {
    ...(status && { status }),
    script: { ...script, attempt, startedAt: now, leaseUntil, timer: null },
  });
}

/** Releases a script run that cannot run now. */
export function scriptReleased(before: OutcomeDraft, fact: FactOf['scriptReleased']): OutcomeDraft {
  const waiting = currentWaitingTask(before.release, fact);
  if (!waiting) return before;
  const { task, script } = waiting;
  return withRun(logRequests(before, task, fact.requests), task, {
    script: { ...script, startedAt: null, leaseUntil: fact.retryAt },
  });
}

/** A script takes longer than its lease, which happens where servers let it wait. */
export function scriptGoesOn(before: OutcomeDraft, fact: FactOf['scriptGoesOn']): OutcomeDraft {
  const waiting = currentWaitingTask(before.release, fact);
  if (!waiting) return before;
  const { task, script } = waiting;
  return withRun(logRequests(before, task, fact.requests), task, {
    script: { ...script, leaseUntil: fact.leaseUntil },
  });
}

/** A script sleeps: its run is released until the end of the pause. Its task stays in progress. */
export function scriptSleeps(before: OutcomeDraft, fact: FactOf['scriptSleeps']): OutcomeDraft {
  const waiting = currentWaitingTask(before.release, fact);
  if (!waiting) return before;
  const { task, script } = waiting;
  return withRun(logRequests(before, task, fact.requests), task, {
    script: { ...script, startedAt: null, leaseUntil: fact.until, timer: 'sleep' },
  });
}

/** A run was canceled because no release waits for it. Its task may have any status now. */
export function scriptGivenUp(
  before: OutcomeDraft,
  { taskId, requests, comment }: FactOf['scriptGivenUp'],
): OutcomeDraft {
  const taskPosition = findTaskPosition(before.release, taskId);
  if (!taskPosition) return before;
  return addComment(logRequests(before, taskPosition.task, requests), taskPosition.task, comment);
}
