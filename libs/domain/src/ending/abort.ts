import { logRelease, type Turn } from '../decision/turn.ts';
import { mapTasks } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isClosed, isDefunct } from '../model/status.ts';
import { over, overPhase } from './end.ts';

/**
 * Aborts a release: every phase and task that is not done becomes ABORTED, also those never
 * reached, with this moment as their end, and as their start if they had none (states.md, Release).
 */
export function abort(release: Release, abortComment: string | null, turn: Turn): Release {
  const { now } = turn.env;
  const phases = release.phases.map((phase) => {
    const tasks = mapTasks(phase.tasks, (task) => (isDefunct(task.run.status) ? task : over(task, 'ABORTED', turn)));
    if (isClosed(phase.status)) return phase;
    return { ...overPhase(phase, 'ABORTED', turn), startDate: phase.startDate ?? now, tasks };
  });
  logRelease(turn, 'RELEASE_ABORTED', release, 'Aborted');
  turn.ended.push(release.id);
  return { ...release, status: 'ABORTED', startDate: release.startDate ?? now, endDate: now, abortComment, phases };
}
