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
 * A scheduler claims a script for the first time, or again after the lease has expired. If several schedulers try at
 * the same time, only the first claim has the next attempt number. The other facts are stale and change nothing.
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

/** Releases a script run that cannot run now, until `retryAt`. */
export function scriptReleased(before: OutcomeDraft, fact: FactOf['scriptReleased']): OutcomeDraft {
  const waiting = currentWaitingTask(before.release, fact);
  if (!waiting) return before;
  const { task, script } = waiting;
  return withRun(logRequests(before, task, fact.requests), task, {
    script: { ...script, startedAt: null, leaseUntil: fact.retryAt },
  });
}

/** Extends the lease of a script that is still running, for example because it waits for a slow server. */
export function scriptLeaseRenewed(before: OutcomeDraft, fact: FactOf['scriptLeaseRenewed']): OutcomeDraft {
  const waiting = currentWaitingTask(before.release, fact);
  if (!waiting) return before;
  const { task, script } = waiting;
  return withRun(logRequests(before, task, fact.requests), task, {
    script: { ...script, leaseUntil: fact.leaseUntil },
  });
}

/** Releases the run of a script that sleeps, until the end of the pause. Its task stays in progress. */
export function scriptSleeps(before: OutcomeDraft, fact: FactOf['scriptSleeps']): OutcomeDraft {
  const waiting = currentWaitingTask(before.release, fact);
  if (!waiting) return before;
  const { task, script } = waiting;
  return withRun(logRequests(before, task, fact.requests), task, {
    script: { ...script, startedAt: null, leaseUntil: fact.until, timer: 'sleep' },
  });
}

/** Logs a run that was canceled because no release waits for it. Its task may have any status now. */
export function scriptCanceled(
  before: OutcomeDraft,
  { taskId, requests, comment }: FactOf['scriptCanceled'],
): OutcomeDraft {
  const taskPosition = findTaskPosition(before.release, taskId);
  if (!taskPosition) return before;
  return addComment(logRequests(before, taskPosition.task, requests), taskPosition.task, comment);
}
