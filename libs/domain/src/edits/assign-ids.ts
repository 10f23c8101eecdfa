import type { IdKind } from '../decision/env.ts';
import { isIdOf } from '../ids/ids.ts';
import { message } from '../messages/message.ts';
import { Conflict } from '../model/errors.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { blankTask, type Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import type { RequestedPhase, RequestedTask } from './requested-plan.ts';

/** A wanted task that has an id; without `tasks` those of a group stay as they are. */
export type TaskWithId = Omit<RequestedTask, 'id' | 'tasks'> & {
  readonly id: string;
  readonly tasks?: readonly TaskWithId[] | undefined;
};

export type PhaseWithId = Omit<RequestedPhase, 'id' | 'tasks'> & {
  readonly id: string;
  readonly tasks?: readonly TaskWithId[] | undefined;
};

export type NewId = (kind: IdKind) => string;

/** The type that a wanted task has in the end. */
export const requestedTypeOf = ({ type }: Pick<RequestedTask, 'type'>, task: Task | undefined): string =>
  type ?? task?.definition.type ?? blankTask.type;

/** Gives each new part of a wanted plan an id, unless it brings one. Throws Conflict for what is wanted at two places. */
export function assignIds(before: Release, phases: readonly RequestedPhase[], newId: NewId): readonly PhaseWithId[] {
  const tasks = new Map([...tasksOf(before)].map((task) => [task.id, task]));
  const seen = new Set<string>();
  const idFor = (kind: 'Phase' | 'Task', requestedId: string | null | undefined): string => {
    const id = typeof requestedId === 'string' && isIdOf(kind, requestedId) ? requestedId : newId(kind);
    if (seen.has(id)) throw new Conflict(message('id.twice', { id }));
    seen.add(id);
    return id;
  };
  const withId = ({ tasks: inner, ...requested }: RequestedTask): TaskWithId => {
    const id = idFor('Task', requested.id);
    const isGroup = isGroupType(requestedTypeOf(requested, tasks.get(id)));
    return { ...requested, id, ...(isGroup && inner && { tasks: inner.map(withId) }) };
  };
  return phases.map(({ tasks: inner, ...requested }) => ({
    ...requested,
    id: idFor('Phase', requested.id),
    ...(inner && { tasks: inner.map(withId) }),
  }));
}

/** These tasks and all in them, groups before their tasks. */
export const flattenTasks = (tasks: readonly TaskWithId[]): readonly TaskWithId[] =>
  tasks.flatMap((task) => [task, ...flattenTasks(task.tasks ?? [])]);
