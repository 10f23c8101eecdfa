import { changed } from '../model/passive.ts';
import type { Task, TaskDefinition, TaskPassive } from '../model/task.ts';

export const equal = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right);

/** The fields of `changes` that differ from `from`. `isSame` compares two values. */
export function differing<T extends object>(
  from: T,
  changes: Partial<T>,
  isSame: (left: unknown, right: unknown) => boolean = equal,
): Partial<T> {
  const different: Partial<T> = {};
  for (const key in from) {
    if (Object.hasOwn(changes, key) && !isSame(from[key], changes[key])) different[key] = changes[key];
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
