import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded } from '../model/status.ts';

/** How far a plan has come: so many of its tasks are over, groups among them. */
export interface Progress {
  readonly done: number;
  readonly all: number;
}

export function progressOf(release: Release): Progress {
  const tasks = [...tasksOf(release)];
  return { done: tasks.filter(({ run }) => isEnded(run.status)).length, all: tasks.length };
}
