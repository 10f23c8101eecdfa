import { addComment, logTask } from '../decision/log.ts';
import { type Progress, putRun } from '../decision/progress.ts';
import { abort } from '../ending/abort.ts';
import { endTask } from '../ending/end.ts';
import { lacksApprovals } from '../gates/approvals.ts';
import type { Instant } from '../model/json.ts';
import { placeOf, taskOf } from '../model/plan.ts';
import type { Task } from '../model/task.ts';
import { restart } from '../restart/restart.ts';
import { newScript } from './new-script.ts';

/** A task has failed: its failure handler runs, if it has one (states.md, Failure handler). */
export function failTask(before: Progress, task: Task, reason: string | null): Progress {
  const failed = putRun(addComment(before, task, reason), task, {
    failuresCount: task.run.failuresCount + 1,
    script: null,
    waitsForCapacity: false,
  });
  return handled(failed, taskOf(failed.release, task.id));
}

/** A task has failed and no handler runs: it was aborted, has none, or the handler has ended. */
export function failForGood(before: Progress, taskId: string): Progress {
  const task = taskOf(before.release, taskId);
  const failed = putRun(logTask(before, 'TASK_FAILED', task, 'Failed'), task, {
    status: 'FAILED',
    endDate: before.context.env.now,
    script: null,
    waitsForCapacity: false,
  });
  const { abortOnFailure } = before.release;
  return abortOnFailure ? abort(failed, `Task '${task.definition.title}' has failed`) : failed;
}

/** The first failures of a task are handled at once; a handler that only ever retries would run 25 times a second. */
const handledAtOnce = 3;
const longestPauseMs = 5 * 60_000;

/**
 * When the failure handler of a task that has just failed may run: from the fourth failure on after a second, and after
 * twice the time of each before, up to five minutes. Null: at once.
 */
function handlerStart({ run: { failuresCount } }: Task, now: Instant): Instant | null {
  const more = failuresCount - handledAtOnce;
  return more <= 0 ? null : now + Math.min(longestPauseMs, 1_000 * 2 ** Math.min(more - 1, 10));
}

function handled(before: Progress, task: Task): Progress {
  const { taskFailureHandlerEnabled, taskRecoverOp, hasFailureHandler } = task.definition;
  if (!taskFailureHandlerEnabled) return failForGood(before, task.id);
  switch (taskRecoverOp) {
    case 'SKIP_TASK':
      if (lacksApprovals(before.release, task)) return failForGood(addComment(before, task, notSkipped), task.id);
      return endTask(logHandler(before, task), task, 'SKIPPED');
    case 'RESTART_PHASE':
      return restartedByHandler(before, task);
    case 'RUN_SCRIPT':
    case null: {
      if (!hasFailureHandler) return failForGood(before, task.id);
      const { context } = before;
      return putRun(logHandler(before, task), task, {
        status: 'FAILURE_HANDLER_QUEUED',
        script: newScript('failureHandler', context, handlerStart(task, context.env.now)),
      });
    }
  }
}

/** Otherwise a gate would open by failing. */
const notSkipped = 'The failure handler did not skip the gate: it lacks approvals.';

const logHandler = (before: Progress, task: Task): Progress =>
  logTask(before, 'TASK_FAILURE_HANDLER_STARTED', task, 'Started the failure handler of');

/** Without a limit, a task that always fails would restart its phase for ever. */
function restartedByHandler(before: Progress, task: Task): Progress {
  const { automatedResumeCount: count, maxAutomatedResumes } = before.release;
  if (count >= maxAutomatedResumes) {
    const refusal = `The phase was not restarted: the release has already resumed ${count} times automatically.`;
    return failForGood(addComment(before, task, refusal), task.id);
  }
  const { phase } = placeOf(before.release, task.id);
  const order = { fromPhaseId: phase.id, fromTaskId: null, phaseVersion: 'LATEST', resume: true } as const;
  return restart(logHandler(before, task), order);
}
