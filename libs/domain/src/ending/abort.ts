import { logRelease } from '../decision/log.ts';
import { type Progress, putEnded, putRelease } from '../decision/progress.ts';
import { clip } from '../model/errors.ts';
import { mapTasks } from '../model/plan.ts';
import { isClosed, isEnded } from '../model/status.ts';
import { endedPhase, endedTask } from './end.ts';

/**
 * Aborts a release: every phase and task that is not done becomes ABORTED, also those never
 * reached, with this moment as their end, and as their start if they had none (states.md, Release).
 */
export function abort(before: Progress, abortComment: string | null): Progress {
  const { release, context } = before;
  const { now } = context.env;
  const ended: string[] = [];
  const phases = release.phases.map((phase) => {
    if (isClosed(phase.status)) return phase;
    const tasks = mapTasks(phase.tasks, (task) => {
      if (isEnded(task.run.status)) return task;
      ended.push(task.id);
      return endedTask(task, 'ABORTED', context);
    });
    ended.push(phase.id);
    return { ...endedPhase(phase, 'ABORTED', context), startDate: phase.startDate ?? now, tasks };
  });
  ended.push(release.id);
  const logged = putEnded(logRelease(before, 'RELEASE_ABORTED', 'Aborted', clip(abortComment?.trim() ?? '')), ended);
  return putRelease(logged, {
    ...release,
    status: 'ABORTED',
    startDate: release.startDate ?? now,
    endDate: now,
    abortComment,
    phases,
  });
}
