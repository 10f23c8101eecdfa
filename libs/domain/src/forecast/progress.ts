import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { TaskStatus } from '../model/status.ts';

/** The progress of a plan: how many of its tasks, groups among them, are completed, skipped and aborted. */
export interface Progress {
  /** completed */
  readonly done: number;
  readonly skipped: number;
  readonly aborted: number;
  readonly all: number;
}

export function progressOf(release: Release): Progress {
  const tasks = [...tasksOf(release)];
  const count = (status: TaskStatus): number => tasks.filter(({ run }) => run.status === status).length;
  return { done: count('COMPLETED'), skipped: count('SKIPPED'), aborted: count('ABORTED'), all: tasks.length };
}
