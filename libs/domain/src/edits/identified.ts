import type { IdKind } from '../decision/env.ts';
import { isIdOf } from '../ids/ids.ts';
import { Conflict, clip } from '../model/errors.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { blankTask, type Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import type { WantedPhase, WantedTask } from './wanted.ts';

/** A wanted task that has an id; without `tasks` those of a group stay as they are. */
export type KnownTask = Omit<WantedTask, 'id' | 'tasks'> & {
  readonly id: string;
  readonly tasks?: readonly KnownTask[] | undefined;
};

export type KnownPhase = Omit<WantedPhase, 'id' | 'tasks'> & {
  readonly id: string;
  readonly tasks?: readonly KnownTask[] | undefined;
};

export type NewId = (kind: IdKind) => string;

/** The type that a wanted task has in the end. */
export const typeOf = ({ type }: Pick<WantedTask, 'type'>, task: Task | undefined): string =>
  type ?? task?.definition.type ?? blankTask.type;

/** Gives each new part of a wanted plan an id, unless it brings one. Throws Conflict for what is wanted at two places. */
export function identified(before: Release, phases: readonly WantedPhase[], newId: NewId): readonly KnownPhase[] {
  const tasks = new Map([...tasksOf(before)].map((task) => [task.id, task]));
  const seen = new Set<string>();
  const idFor = (kind: 'Phase' | 'Task', given: string | null | undefined): string => {
    const id = typeof given === 'string' && isIdOf(kind, given) ? given : newId(kind);
    if (seen.has(id)) throw new Conflict(`'${clip(id)}' is there twice`);
    seen.add(id);
    return id;
  };
  const known = ({ tasks: inner, ...wanted }: WantedTask): KnownTask => {
    const id = idFor('Task', wanted.id);
    const holds = isGroupType(typeOf(wanted, tasks.get(id)));
    return { ...wanted, id, ...(holds && inner && { tasks: inner.map(known) }) };
  };
  return phases.map(({ tasks: inner, ...wanted }) => ({
    ...wanted,
    id: idFor('Phase', wanted.id),
    ...(inner && { tasks: inner.map(known) }),
  }));
}

/** These tasks and all in them, groups before their tasks. */
export const withinTasks = (tasks: readonly KnownTask[]): readonly KnownTask[] =>
  tasks.flatMap((task) => [task, ...withinTasks(task.tasks ?? [])]);
