import { logPhase, logRelease, logTask, type Turn } from '../decision/turn.ts';
import type { Phase } from '../model/phase.ts';
import { withPhase, withRun } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isDone, isLive } from '../model/status.ts';
import { runsTogether, type Task } from '../model/task.ts';

/** How things stand inside a group, a phase or a release that runs. */
type Standing = 'IN_PROGRESS' | 'FAILING' | 'FAILED';

const hasFailed = (task: Task): boolean => task.run.status === 'FAILED' || task.run.status === 'FAILING';

/** In order: the first task that is not done decides (a failed one stops everything behind it). */
function standingInOrder(tasks: readonly Task[]): Standing {
  const status = tasks.find((task) => !isDone(task.run.status))?.run.status;
  return status === 'FAILED' || status === 'FAILING' ? status : 'IN_PROGRESS';
}

/** Together: FAILING while a sibling of the failed task still runs or waits (states.md, Flow rules). */
function standingTogether(tasks: readonly Task[]): Standing {
  if (!tasks.some(hasFailed)) return 'IN_PROGRESS';
  return tasks.some((task) => isLive(task.run.status)) ? 'FAILING' : 'FAILED';
}

/** Gives a group the standing of the tasks in it. */
export function mirrorGroup(release: Release, group: Task, turn: Turn): Release {
  const standing = runsTogether(group) ? standingTogether(group.tasks) : standingInOrder(group.tasks);
  if (standing === group.run.status) return release;
  if (standing === 'IN_PROGRESS') logTask(turn, 'TASK_RESTARTED', group, 'Restarted');
  else logTask(turn, `TASK_${standing}`, group, standing === 'FAILED' ? 'Failed' : 'Failing');
  return withRun(release, group, { status: standing });
}

/** Gives the current phase the standing of its tasks, and the release that of its phase. */
export function mirror(release: Release, phase: Phase, turn: Turn): Release {
  const standing = standingInOrder(phase.tasks);
  if (standing !== phase.status) {
    if (standing === 'IN_PROGRESS') logPhase(turn, 'PHASE_RESTARTED', phase, 'Restarted');
    else logPhase(turn, `PHASE_${standing}`, phase, standing === 'FAILED' ? 'Failed' : 'Failing');
    return withPhase(release, { ...phase, status: standing });
  }
  if (standing === release.status) return release;
  if (standing === 'IN_PROGRESS') logRelease(turn, 'RELEASE_RESTARTED', release, 'Restarted');
  else logRelease(turn, `RELEASE_${standing}`, release, standing === 'FAILED' ? 'Failed' : 'Failing');
  return { ...release, status: standing };
}
