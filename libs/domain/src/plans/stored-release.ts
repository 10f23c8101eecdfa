import { storedPassive } from '../model/passive.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';

const toStoredTask = (task: Task): Task => {
  const tasks = toStoredTasks(task.tasks);
  if (task.passive === storedPassive && tasks === task.tasks) return task;
  return { ...task, passive: storedPassive, tasks };
};

function toStoredTasks(tasks: readonly Task[]): readonly Task[] {
  let isUnchanged = true;
  const result = tasks.map((task) => {
    const next = toStoredTask(task);
    if (next !== task) isUnchanged = false;
    return next;
  });
  return isUnchanged ? tasks : result;
}

/** Returns the release after a save, with all passive fields stored. Returns the same object if they already were. */
export function toStoredRelease(release: Release): Release {
  let isUnchanged = release.passive === storedPassive;
  const phases = release.phases.map((phase) => {
    const tasks = toStoredTasks(phase.tasks);
    if (phase.passive === storedPassive && tasks === phase.tasks) return phase;
    isUnchanged = false;
    return { ...phase, passive: storedPassive, tasks };
  });
  return isUnchanged ? release : { ...release, passive: storedPassive, phases };
}
