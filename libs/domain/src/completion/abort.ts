import { logRelease } from '../decision/log.ts';
import { type OutcomeDraft, withEnded, withRelease } from '../decision/outcome-draft.ts';
import { clip } from '../model/errors.ts';
import { mapTasks } from '../model/plan.ts';
import { isClosed, isEnded } from '../model/status.ts';
import { withPhaseEnd, withTaskEnd } from './finish.ts';

/**
 * Aborts a release: every phase and task that is not done becomes ABORTED, also those never
 * reached, with this moment as their end, and as their start if they had none (states.md, Release).
 */
export function abort(before: OutcomeDraft, abortComment: string | null): OutcomeDraft {
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
  const logged = withEnded(logRelease(before, 'RELEASE_ABORTED', 'Aborted', clip(abortComment?.trim() ?? '')), ended);
  return withRelease(logged, {
    ...release,
    status: 'ABORTED',
    startDate: release.startDate ?? now,
    endDate: now,
    abortComment,
    phases,
  });
}
