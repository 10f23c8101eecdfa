import { abort } from '../completion/abort.ts';
import { finishTask } from '../completion/finish.ts';
import { addComment, logTask } from '../decision/log.ts';
import { type OutcomeDraft, withRun } from '../decision/outcome-draft.ts';
import { isMissingApprovals } from '../gates/approvals.ts';
import { textOf } from '../messages/english.ts';
import { type Message, message } from '../messages/message.ts';
import type { Instant } from '../model/json.ts';
import { taskOf, taskPositionOf } from '../model/plan.ts';
import type { Task } from '../model/task.ts';
import { restart } from '../restart/restart.ts';
import { newScript } from './new-script.ts';

/** Fails a task. Its failure handler runs, if it has one (states.md, Failure handler). */
export function failTask(before: OutcomeDraft, task: Task, reason: Message | null): OutcomeDraft {
  const failed = withRun(addComment(before, task, reason && textOf(reason)), task, {
    failuresCount: task.run.failuresCount + 1,
    script: null,
    mail: null,
    waitsForCapacity: false,
  });
  return runFailureHandler(failed, taskOf(failed.release, task.id));
}

/** Fails a task without a failure handler: it was aborted, has no handler, or its handler has ended. */
export function failPermanently(before: OutcomeDraft, taskId: string): OutcomeDraft {
  const task = taskOf(before.release, taskId);
  const failed = withRun(logTask(before, 'TASK_FAILED', task, 'activity.taskFailed'), task, {
    status: 'FAILED',
    endDate: before.context.env.now,
    script: null,
    mail: null,
    waitsForCapacity: false,
  });
  const { abortOnFailure } = before.release;
  if (!abortOnFailure) return failed;
  return abort(failed, textOf(message('abortComment.taskFailed', { title: task.definition.title })), task);
}

/**
 * The first failures of a task are handled at once. Without a limit, a handler that always retries would run 25 times a
 * second.
 */
const maxImmediateHandlings = 3;
const maxPauseMs = 5 * 60_000;

/**
 * Returns the start of the failure handler of a failed task; null: at once. From the fourth failure on it waits one
 * second, doubled with each further failure up to five minutes.
 */
function handlerStart({ run: { failuresCount } }: Task, now: Instant): Instant | null {
  const extraFailures = failuresCount - maxImmediateHandlings;
  return extraFailures <= 0 ? null : now + Math.min(maxPauseMs, 1_000 * 2 ** Math.min(extraFailures - 1, 10));
}

function runFailureHandler(before: OutcomeDraft, task: Task): OutcomeDraft {
  const { taskFailureHandlerEnabled, taskRecoverOp, hasFailureHandler } = task.definition;
  if (!taskFailureHandlerEnabled) return failPermanently(before, task.id);
  switch (taskRecoverOp) {
    case 'SKIP_TASK':
      if (isMissingApprovals(before.release, task))
        return failPermanently(addComment(before, task, textOf(gateNotSkipped)), task.id);
      return finishTask(logHandler(before, task), task, 'SKIPPED');
    case 'RESTART_PHASE':
      return restartPhase(before, task);
    case 'RUN_SCRIPT':
    case null: {
      if (!hasFailureHandler) return failPermanently(before, task.id);
      const { context } = before;
      return withRun(logHandler(before, task), task, {
        status: 'FAILURE_HANDLER_QUEUED',
        script: newScript('failureHandler', context, handlerStart(task, context.env.now)),
      });
    }
  }
}

/** Without this check, a gate would open by failing. */
const gateNotSkipped = message('taskComment.gateNotSkipped');

const logHandler = (before: OutcomeDraft, task: Task): OutcomeDraft =>
  logTask(before, 'TASK_FAILURE_HANDLER_STARTED', task, 'activity.taskFailureHandlerStarted');

/** Without the limit, a task that always fails would restart its phase forever. */
function restartPhase(before: OutcomeDraft, task: Task): OutcomeDraft {
  const { automatedResumeCount: count, maxAutomatedResumes } = before.release;
  if (count >= maxAutomatedResumes) {
    const refusal = message('taskComment.phaseNotRestarted', { count });
    return failPermanently(addComment(before, task, textOf(refusal)), task.id);
  }
  const { phase } = taskPositionOf(before.release, task.id);
  const options = { fromPhaseId: phase.id, fromTaskId: null, phaseVersion: 'LATEST', resume: true } as const;
  return restart(logHandler(before, task), options);
}
