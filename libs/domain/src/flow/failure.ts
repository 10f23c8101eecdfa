import { comment, logTask, type Turn } from '../decision/turn.ts';
import { abort } from '../ending/abort.ts';
import { endTask } from '../ending/end.ts';
import type { Instant } from '../model/json.ts';
import { placeOf, taskOf, withRun } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { restart } from '../restart/restart.ts';
import { newScript } from './new-script.ts';

/** A task has failed: its failure handler has the next word, if it has one (states.md, Failure handler). */
export function failTask(release: Release, task: Task, reason: string | null, turn: Turn): Release {
  comment(turn, task, reason);
  const failed = withRun(release, task, {
    failuresCount: task.run.failuresCount + 1,
    script: null,
    waitsForCapacity: false,
  });
  return handled(failed, taskOf(failed, task.id), turn) ?? failForGood(failed, task.id, turn);
}

/** A task has failed and its handler is not asked: an abort, or the handler had its word. */
export function failForGood(release: Release, taskId: string, turn: Turn): Release {
  const task = taskOf(release, taskId);
  logTask(turn, 'TASK_FAILED', task, 'Failed');
  const failed = withRun(release, task, {
    status: 'FAILED',
    endDate: turn.env.now,
    script: null,
    waitsForCapacity: false,
  });
  return release.abortOnFailure ? abort(failed, `Task '${task.definition.title}' has failed`, turn) : failed;
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

function handled(release: Release, task: Task, turn: Turn): Release | null {
  const { taskFailureHandlerEnabled, taskRecoverOp, hasFailureHandler } = task.definition;
  if (!taskFailureHandlerEnabled) return null;
  switch (taskRecoverOp) {
    case 'SKIP_TASK':
      logTask(turn, 'TASK_FAILURE_HANDLER_STARTED', task, 'Started the failure handler of');
      return endTask(release, task, 'SKIPPED', turn);
    case 'RESTART_PHASE':
      return restartedByHandler(release, task, turn);
    case 'RUN_SCRIPT':
    case null:
      if (!hasFailureHandler) return null;
      logTask(turn, 'TASK_FAILURE_HANDLER_STARTED', task, 'Started the failure handler of');
      return withRun(release, task, {
        status: 'FAILURE_HANDLER_QUEUED',
        script: newScript('failureHandler', turn, handlerStart(task, turn.env.now)),
      });
  }
}

/** Without a bound, a task that fails by itself would restart its phase for ever. */
function restartedByHandler(release: Release, task: Task, turn: Turn): Release | null {
  if (release.automatedResumeCount >= release.maxAutomatedResumes) {
    comment(
      turn,
      task,
      `The phase was not restarted: the release has resumed by itself ${release.automatedResumeCount} times already.`,
    );
    return null;
  }
  logTask(turn, 'TASK_FAILURE_HANDLER_STARTED', task, 'Started the failure handler of');
  const { phase } = placeOf(release, task.id);
  return restart(release, { fromPhaseId: phase.id, fromTaskId: null, phaseVersion: 'LATEST', resume: true }, turn);
}
