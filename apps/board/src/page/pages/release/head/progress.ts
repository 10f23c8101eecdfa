import type { TaskResponse } from '@slipway/api-schema/plans';
import type { ProgressCounts } from '../../../components/marks/progress-bar.tsx';
import { statusTone, type Tone } from '../../../components/marks/status.tsx';

/** Returns the tasks that do the work: all tasks except groups. */
export const leafTasks = (tasks: readonly TaskResponse[]): readonly TaskResponse[] =>
  tasks.flatMap((task) => (task.tasks && task.tasks.length > 0 ? leafTasks(task.tasks) : [task]));

/** The progress of tasks: the number of each tone, of all, and of those that ended. */
export interface TaskProgress {
  readonly counts: ProgressCounts;
  readonly all: number;
  readonly ended: number;
}

/** Counts the tasks in a list and in its groups. Groups are not counted. */
export function progressOf(tasks: readonly TaskResponse[]): TaskProgress {
  const counts: Partial<Record<Tone, number>> = {};
  const leaves = leafTasks(tasks);
  for (const { status } of leaves) {
    const tone = statusTone(status);
    counts[tone] = (counts[tone] ?? 0) + 1;
  }
  return { counts, all: leaves.length, ended: (counts.done ?? 0) + (counts.over ?? 0) };
}
