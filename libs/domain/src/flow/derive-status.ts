import { logPhase, logRelease, logTask } from '../decision/log.ts';
import { type OutcomeDraft, withRelease, withReplacedPhase, withRun } from '../decision/outcome-draft.ts';
import type { Phase } from '../model/phase.ts';
import { isDone, isLive } from '../model/status.ts';
import { isParallelGroup, type Task } from '../model/task.ts';

/** The statuses of a running group, phase or release, which are derived from its tasks. */
type DerivedStatus = 'IN_PROGRESS' | 'FAILING' | 'FAILED';

const hasFailed = (task: Task): boolean => task.run.status === 'FAILED' || task.run.status === 'FAILING';

/** Sequential: the first unfinished task determines the status. A failed task blocks all tasks after it. */
function statusInOrder(tasks: readonly Task[]): DerivedStatus {
  const status = tasks.find((task) => !isDone(task.run.status))?.run.status;
  return status === 'FAILED' || status === 'FAILING' ? status : 'IN_PROGRESS';
}

/** Parallel: FAILING while a sibling of the failed task is running or waiting (states.md, Flow rules). */
function statusInParallel(tasks: readonly Task[]): DerivedStatus {
  if (!tasks.some(hasFailed)) return 'IN_PROGRESS';
  return tasks.some((task) => isLive(task.run.status)) ? 'FAILING' : 'FAILED';
}

const changes = { IN_PROGRESS: 'RESTARTED', FAILING: 'FAILING', FAILED: 'FAILED' } as const;
const names = { IN_PROGRESS: 'Restarted', FAILING: 'Failing', FAILED: 'Failed' } as const;

/** Sets the status of a group, derived from its tasks. */
export function deriveGroupStatus(before: OutcomeDraft, group: Task): OutcomeDraft {
  const status = isParallelGroup(group) ? statusInParallel(group.tasks) : statusInOrder(group.tasks);
  if (status === group.run.status) return before;
  return withRun(logTask(before, `TASK_${changes[status]}`, group, `activity.task${names[status]}`), group, { status });
}

/** Sets the status of the current phase, derived from its tasks; if that does not change, the status of the release. */
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
