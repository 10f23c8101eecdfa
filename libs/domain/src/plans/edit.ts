import { logTask, type Turn } from '../decision/turn.ts';
import { clip } from '../model/errors.ts';
import { changed } from '../model/passive.ts';
import type { Place } from '../model/plan.ts';
import { withTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task, TaskDefinition, TaskPassive } from '../model/task.ts';
import { requireUnlocked } from './guards.ts';

const equal = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right);

/** The fields of `changes` that differ from `from`. */
export function differing<T extends object>(from: T, changes: Partial<T>): Partial<T> {
  const different: Partial<T> = {};
  for (const key in from) {
    if (Object.hasOwn(changes, key) && !equal(from[key], changes[key])) different[key] = changes[key];
  }
  return different;
}

/**
 * The task with another definition; the same task when nothing differs. The definition with which a
 * task first ran is kept, since a restart begins with that one (states.md, Restart from phase).
 */
export function edited(task: Task, changes: Partial<TaskDefinition>, passive: Partial<TaskPassive> = {}): Task {
  const different = differing(task.definition, changes);
  if (Object.keys(different).length === 0 && Object.keys(passive).length === 0) return task;
  const hasRun = task.run.startDate !== null || task.run.failuresCount > 0;
  return {
    ...task,
    definition: { ...task.definition, ...different },
    beforeRun: task.beforeRun ?? (hasRun ? task.definition : null),
    passive: changed(task.passive, passive),
  };
}

/** Assigns a task to a user; quiet when it is theirs already. Throws Conflict. */
export function assign(release: Release, place: Place, owner: string | null, turn: Turn): Release {
  const task = edited(place.task, { owner });
  if (task === place.task) return release;
  requireUnlocked(place, 'assign');
  logTask(turn, 'TASK_ASSIGNED', task, owner === null ? 'Unassigned' : `Assigned to ${clip(owner)}:`);
  return withTask(release, task);
}

/** Locks or unlocks a task; quiet when it is so already. */
export function setLock(release: Release, before: Task, locked: boolean, turn: Turn): Release {
  const task = edited(before, { locked });
  if (task === before) return release;
  logTask(turn, locked ? 'TASK_LOCKED' : 'TASK_UNLOCKED', task, locked ? 'Locked' : 'Unlocked');
  return withTask(release, task);
}
