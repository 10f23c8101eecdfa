import type { IdKind } from '../decision/env.ts';
import { isIdOf } from '../ids/ids.ts';
import { message } from '../messages/message.ts';
import { Conflict } from '../model/errors.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { blankTask, type Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import type { RequestedPhase, RequestedTask } from './requested-plan.ts';

/** A requested task with an id. Without `tasks`, the tasks of a group do not change. */
export type TaskWithId = Omit<RequestedTask, 'id' | 'tasks'> & {
  readonly id: string;
  readonly tasks?: readonly TaskWithId[] | undefined;
};

export type PhaseWithId = Omit<RequestedPhase, 'id' | 'tasks'> & {
  readonly id: string;
  readonly tasks?: readonly TaskWithId[] | undefined;
};

export type NewId = (kind: IdKind) => string;

/** Returns the type of a requested task, from the request or from the existing task. */
export const requestedTypeOf = ({ type }: Pick<RequestedTask, 'type'>, task: Task | undefined): string =>
  type ?? task?.definition.type ?? blankTask.type;

/**
 * Assigns ids to the phases and tasks of a requested plan. Valid ids of the request are kept. Throws Conflict for a
 * duplicate id.
 */
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

/** Returns these tasks and all tasks inside them, groups before their tasks. */
export const flattenTasks = (tasks: readonly TaskWithId[]): readonly TaskWithId[] =>
  tasks.flatMap((task) => [task, ...flattenTasks(task.tasks ?? [])]);
