import { mergeChanges } from '../model/passive.ts';
import type { Task, TaskDefinition, TaskPassive } from '../model/task.ts';

export const isEqual = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right);

/** Returns the fields of `changes` whose values differ from `from`. `isSame` compares two values. */
export function pickChanges<T extends object>(
  from: T,
  changes: Partial<T>,
  isSame: (left: unknown, right: unknown) => boolean = isEqual,
): Partial<T> {
  const picked: Partial<T> = {};
  for (const key in from) {
    if (Object.hasOwn(changes, key) && !isSame(from[key], changes[key])) picked[key] = changes[key];
  }
  return picked;
}

/**
 * Returns the task with these changes, or the same object if nothing changes. Stores the definition of the first run,
 * because a restart copies it (states.md, Restart from phase).
 */
export function withEdits(task: Task, changes: Partial<TaskDefinition>, passive: Partial<TaskPassive> = {}): Task {
  const picked = pickChanges(task.definition, changes);
  if (Object.keys(picked).length === 0 && Object.keys(passive).length === 0) return task;
  const hasRun = task.run.startDate !== null || task.run.failuresCount > 0;
  return {
    ...task,
    definition: { ...task.definition, ...picked },
    beforeRun: task.beforeRun ?? (hasRun ? task.definition : null),
    passive: mergeChanges(task.passive, passive),
  };
}
