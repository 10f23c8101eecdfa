import type { Phase } from '../model/phase.ts';
import { tasksIn, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isClosed, isReached, type TaskStatus } from '../model/status.ts';
import type { Task } from '../model/task.ts';

/** The number of completed, skipped, aborted and all tasks of a plan. Groups with tasks are not counted. */
export interface Progress {
  /** The completed tasks. */
  readonly done: number;
  readonly skipped: number;
  readonly aborted: number;
  readonly all: number;
}

/** Returns the counted tasks: all tasks in a list and in its groups, except groups with tasks. */
export const countedTasks = (tasks: readonly Task[]): readonly Task[] =>
  [...tasksIn(tasks)].filter((task) => task.tasks.length === 0);

export function progressOf({ phases }: Release): Progress {
  const tasks = phases.flatMap((phase) => countedTasks(phase.tasks));
  const count = (status: TaskStatus): number => tasks.filter(({ run }) => run.status === status).length;
  return { done: count('COMPLETED'), skipped: count('SKIPPED'), aborted: count('ABORTED'), all: tasks.length };
}

/** The current phase of a release. */
export interface CurrentWork {
  readonly phase: Phase;
  /** The position of the phase, from 0. */
  readonly index: number;
  /** A failed task of the phase, or else its first started task; null if no task has started or all have ended. */
  readonly task: { readonly title: string; readonly status: TaskStatus } | null;
}

/** Returns the last phase that has started and not ended, or else the next one; null if all phases have ended. */
export function currentWorkOf({ phases }: Pick<Release, 'phases'>): CurrentWork | null {
  const active = phases.findLastIndex(({ status }) => status !== 'PLANNED' && !isClosed(status));
  const index = active >= 0 ? active : phases.findIndex(({ status }) => !isClosed(status));
  const phase = phases[index];
  if (phase === undefined) return null;
  const hasReached = (tasks: readonly Task[]): boolean => [...tasksIn(tasks)].some(({ run }) => isReached(run.status));
  // A group can wait or fail before its first task starts.
  const started = [...tasksIn(phase.tasks)].filter(({ tasks, run }) => isReached(run.status) && !hasReached(tasks));
  const task = started.find(({ run }) => run.status === 'FAILED') ?? started[0];
  return { phase, index, task: task ? { title: titleOf(task), status: task.run.status } : null };
}
