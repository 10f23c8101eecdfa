import { stored } from '../model/passive.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';

const storedTask = (task: Task): Task => {
  const tasks = storedTasks(task.tasks);
  if (task.passive === stored && tasks === task.tasks) return task;
  return { ...task, passive: stored, tasks };
};

function storedTasks(tasks: readonly Task[]): readonly Task[] {
  let same = true;
  const kept = tasks.map((task) => {
    const next = storedTask(task);
    if (next !== task) same = false;
    return next;
  });
  return same ? tasks : kept;
}

/** The release as it is once it was saved: every passive part is in its row. The same object when it was so already. */
export function asStored(release: Release): Release {
  let same = release.passive === stored;
  const phases = release.phases.map((phase) => {
    const tasks = storedTasks(phase.tasks);
    if (phase.passive === stored && tasks === phase.tasks) return phase;
    same = false;
    return { ...phase, passive: stored, tasks };
  });
  return same ? release : { ...release, passive: stored, phases };
}
