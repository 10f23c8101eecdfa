import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { TaskStatus } from '../model/status.ts';

/** The number of completed, skipped, aborted and all tasks of a plan. Groups with tasks are not counted. */
export interface Progress {
  /** The completed tasks. */
  readonly done: number;
  readonly skipped: number;
  readonly aborted: number;
  readonly all: number;
}

export function progressOf(release: Release): Progress {
  const tasks = [...tasksOf(release)].filter((task) => task.tasks.length === 0);
  const count = (status: TaskStatus): number => tasks.filter(({ run }) => run.status === status).length;
  return { done: count('COMPLETED'), skipped: count('SKIPPED'), aborted: count('ABORTED'), all: tasks.length };
}
