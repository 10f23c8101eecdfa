import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { lastSegment } from '../../../../navigation/ids.ts';
import { planTasks } from '../../plan.ts';

/** The position of a task in its release. */
export interface TaskPosition {
  /** The titles of the phase and of the groups around the task, the outermost first. */
  readonly path: readonly string[];
  /** The titles of the tasks in the same group that must complete before this task. */
  readonly predecessors: readonly string[];
  /** The ids of the tasks before and after this one; null at the ends. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Returns the position of a task; undefined if the release does not contain it. */
export function positionOf(release: Pick<ReleaseResponse, 'phases'>, taskId: string): TaskPosition | undefined {
  const all = planTasks(release);
  const index = all.findIndex(({ task }) => lastSegment(task.id) === lastSegment(taskId));
  const item = all[index];
  if (item === undefined) return undefined;
  return {
    path: [item.phase, ...item.groups],
    predecessors: item.predecessors,
    previous: all[index - 1]?.task.id ?? null,
    next: all[index + 1]?.task.id ?? null,
  };
}
