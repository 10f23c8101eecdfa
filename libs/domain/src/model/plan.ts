import type { NamedObject } from '../messages/message.ts';
import { message } from '../messages/message.ts';
import { NotFound } from './errors.ts';
import type { Phase } from './phase.ts';
import { fill, textOf } from './placeholders.ts';
import type { Release } from './release.ts';
import { isClosed } from './status.ts';
import type { Task } from './task.ts';

export interface TaskPosition {
  readonly phase: Phase;
  /** the groups that contain the task, outermost first */
  readonly groups: readonly Task[];
  readonly siblings: readonly Task[];
  readonly index: number;
  readonly task: Task;
}

/** Returns the displayed title of a task. After its start, it contains the values of that time. */
export function titleOf({ definition, run }: Task): string {
  const mapped = run.mapped?.title;
  return mapped === undefined ? fill(definition.title, run.values ?? {}) : textOf(mapped);
}

/** Returns a task as a parameter of a message. */
export const namedTask = (task: Task): NamedObject => ({ id: task.id, title: titleOf(task) });

/** Returns the first phase that has not ended. */
export const currentPhase = (release: Release): Phase | undefined =>
  release.phases.find((phase) => !isClosed(phase.status));

/** Returns all tasks at any depth, groups before their children. */
export function* tasksIn(tasks: readonly Task[]): Generator<Task> {
  for (const task of tasks) {
    yield task;
    if (task.tasks.length > 0) yield* tasksIn(task.tasks);
  }
}

export function* tasksOf(release: Pick<Release, 'phases'>): Generator<Task> {
  for (const phase of release.phases) yield* tasksIn(phase.tasks);
}

function findIn(tasks: readonly Task[], id: string, phase: Phase, groups: readonly Task[]): TaskPosition | undefined {
  // most of these searches find nothing, so the loop allocates nothing
  let index = 0;
  for (const task of tasks) {
    if (task.id === id) return { phase, groups, siblings: tasks, index, task };
    if (task.tasks.length > 0) {
      const taskPosition = findIn(task.tasks, id, phase, [...groups, task]);
      if (taskPosition) return taskPosition;
    }
    index += 1;
  }
  return undefined;
}

/** Returns the position of a task, or undefined. */
export function findTaskPosition(release: Release, id: string): TaskPosition | undefined {
  for (const phase of release.phases) {
    const taskPosition = findIn(phase.tasks, id, phase, []);
    if (taskPosition) return taskPosition;
  }
  return undefined;
}

/** Returns the position of a task. Throws NotFound. */
export function taskPositionOf(release: Release, id: string): TaskPosition {
  const taskPosition = findTaskPosition(release, id);
  if (!taskPosition) throw new NotFound(message('notFound.taskInRelease', { id, releaseId: release.id }));
  return taskPosition;
}

/** Returns a task. Throws NotFound. */
export const taskOf = (release: Release, id: string): Task => taskPositionOf(release, id).task;

/** Returns a phase and its index. Throws NotFound. */
export function phaseOf(release: Release, id: string): { readonly phase: Phase; readonly index: number } {
  const index = release.phases.findIndex((phase) => phase.id === id);
  const phase = release.phases[index];
  if (!phase) throw new NotFound(message('notFound.phaseInRelease', { id, releaseId: release.id }));
  return { phase, index };
}

function replaceIn(tasks: readonly Task[], task: Task): readonly Task[] {
  let index = 0;
  for (const old of tasks) {
    if (old.id === task.id) return old === task ? tasks : tasks.with(index, task);
    const inner = old.tasks.length === 0 ? old.tasks : replaceIn(old.tasks, task);
    if (inner !== old.tasks) return tasks.with(index, { ...old, tasks: inner });
    index += 1;
  }
  return tasks;
}

/** Replaces the task with the same id. */
export function withTask(release: Release, task: Task): Release {
  for (const phase of release.phases) {
    const tasks = replaceIn(phase.tasks, task);
    if (tasks !== phase.tasks) return withPhase(release, { ...phase, tasks });
  }
  return release;
}

/** Replaces the phase with the same id. */
export function withPhase(release: Release, phase: Phase): Release {
  const index = release.phases.findIndex((old) => old.id === phase.id);
  return { ...release, phases: release.phases.with(index, phase) };
}

/** Replaces the tasks in the phase or group `containerId`. */
export function withTasksIn(release: Release, containerId: string, tasks: readonly Task[]): Release {
  const phase = release.phases.find(({ id }) => id === containerId);
  return phase
    ? withPhase(release, { ...phase, tasks })
    : withTask(release, { ...taskOf(release, containerId), tasks });
}

/** Applies `change` to all tasks at any depth. Returns the same array if nothing changes. */
export function mapTasks(tasks: readonly Task[], change: (task: Task) => Task): readonly Task[] {
  let isUnchanged = true;
  const mapped = tasks.map((task) => {
    const inner = task.tasks.length > 0 ? mapTasks(task.tasks, change) : task.tasks;
    const next = change(inner === task.tasks ? task : { ...task, tasks: inner });
    if (next !== task) isUnchanged = false;
    return next;
  });
  return isUnchanged ? tasks : mapped;
}

/** Applies `change` to all tasks of a plan. Returns the same plan if nothing changes. */
export function mapPlan(release: Release, change: (task: Task) => Task): Release {
  let isUnchanged = true;
  const phases = release.phases.map((phase) => {
    const tasks = mapTasks(phase.tasks, change);
    if (tasks === phase.tasks) return phase;
    isUnchanged = false;
    return { ...phase, tasks };
  });
  return isUnchanged ? release : { ...release, phases };
}
