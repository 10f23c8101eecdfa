import { logRelease, namedObject } from '../decision/log.ts';
import { type OutcomeDraft, withEnded, withRelease } from '../decision/outcome-draft.ts';
import { message } from '../messages/message.ts';
import { clip } from '../model/errors.ts';
import { mapTasks } from '../model/plan.ts';
import { isClosed, isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { withPhaseEnd, withTaskEnd } from './finish.ts';

/**
 * Aborts a release. Each unfinished phase and task becomes ABORTED and gets the current time as its end; without a
 * start date, also as its start (states.md, Release). `failedTask` is the task whose failure aborts the release.
 */
export function abort(before: OutcomeDraft, abortComment: string | null, failedTask: Task | null = null): OutcomeDraft {
  const { release, context } = before;
  const { now } = context.env;
  const ended: string[] = [];
  const phases = release.phases.map((phase) => {
    if (isClosed(phase.status)) return phase;
    const tasks = mapTasks(phase.tasks, (task) => {
      if (isEnded(task.run.status)) return task;
      ended.push(task.id);
      return withTaskEnd(task, 'ABORTED', context);
    });
    ended.push(phase.id);
    return { ...withPhaseEnd(phase, 'ABORTED', context), startDate: phase.startDate ?? now, tasks };
  });
  ended.push(release.id);
  const logged = withEnded(logAbort(before, clip(abortComment?.trim() ?? ''), failedTask), ended);
  return withRelease(logged, {
    ...release,
    status: 'ABORTED',
    startDate: release.startDate ?? now,
    endDate: now,
    abortComment,
    phases,
  });
}

const logAbort = (before: OutcomeDraft, comment: string, failedTask: Task | null): OutcomeDraft =>
  logRelease(before, 'RELEASE_ABORTED', (subject) => {
    if (failedTask !== null) {
      const task = namedObject(failedTask.id, failedTask.definition.title);
      return message('activity.releaseAbortedByFailure', { ...subject, task });
    }
    return comment === ''
      ? message('activity.releaseAborted', subject)
      : message('activity.releaseAbortedWithComment', { ...subject, comment });
  });
