import { abort } from './abort.ts';
import { endTask } from './end.ts';
import type { Release } from './model/release.ts';
import type { Task } from './model/task.ts';
import { newScript } from './new-script.ts';
import { placeOf, taskOf, withRun } from './plan.ts';
import { restart } from './restart.ts';
import { comment, logTask, type Turn } from './turn.ts';

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
        script: newScript('failureHandler', turn),
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
