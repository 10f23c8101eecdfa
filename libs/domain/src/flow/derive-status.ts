import { logPhase, logRelease, logTask } from '../decision/log.ts';
import { type OutcomeDraft, withRelease, withReplacedPhase, withRun } from '../decision/outcome-draft.ts';
import type { Phase } from '../model/phase.ts';
import { isDone, isLive } from '../model/status.ts';
import { isParallelGroup, type Task } from '../model/task.ts';

/** The statuses of a group, a phase or a release that follow from its tasks while it runs. */
type DerivedStatus = 'IN_PROGRESS' | 'FAILING' | 'FAILED';

const hasFailed = (task: Task): boolean => task.run.status === 'FAILED' || task.run.status === 'FAILING';

/** In order: the first task that is not done decides (a failed one stops everything behind it). */
function statusInOrder(tasks: readonly Task[]): DerivedStatus {
  const status = tasks.find((task) => !isDone(task.run.status))?.run.status;
  return status === 'FAILED' || status === 'FAILING' ? status : 'IN_PROGRESS';
}

/** In parallel: FAILING while a sibling of the failed task still runs or waits (states.md, Flow rules). */
function statusInParallel(tasks: readonly Task[]): DerivedStatus {
  if (!tasks.some(hasFailed)) return 'IN_PROGRESS';
  return tasks.some((task) => isLive(task.run.status)) ? 'FAILING' : 'FAILED';
}

const changes = { IN_PROGRESS: 'RESTARTED', FAILING: 'FAILING', FAILED: 'FAILED' } as const;
const names = { IN_PROGRESS: 'Restarted', FAILING: 'Failing', FAILED: 'Failed' } as const;

/** Gives a group the status that follows from its tasks. */
export function deriveGroupStatus(before: OutcomeDraft, group: Task): OutcomeDraft {
  const status = isParallelGroup(group) ? statusInParallel(group.tasks) : statusInOrder(group.tasks);
  if (status === group.run.status) return before;
  return withRun(logTask(before, `TASK_${changes[status]}`, group, `activity.task${names[status]}`), group, { status });
}

/** Gives the current phase the status that follows from its tasks, and the release that of its phase. */
export function deriveStatus(before: OutcomeDraft, phase: Phase): OutcomeDraft {
  const { release } = before;
  const status = statusInOrder(phase.tasks);
  if (status !== phase.status) {
    return withReplacedPhase(logPhase(before, `PHASE_${changes[status]}`, phase, `activity.phase${names[status]}`), {
      ...phase,
      status,
    });
  }
  if (status === release.status) return before;
  return withRelease(logRelease(before, `RELEASE_${changes[status]}`, `activity.release${names[status]}`), {
    ...release,
    status,
  });
}
