import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { lastSegment } from '../../../navigation/ids.ts';

type Plan = readonly PhaseResponse[];

/** A phase or group, with the tasks in it. */
export interface Container {
  readonly id: string;
  /** with the titles of what it is in before it */
  readonly name: string;
  readonly tasks: readonly TaskResponse[];
}

/** Where a task is: in what, and how many tasks come before it there. */
export interface TaskPosition {
  readonly container: Container;
  readonly index: number;
}

/** All phases and groups of a plan, in its order. */
export function listContainers(phases: Plan): readonly Container[] {
  const groupsIn = ({ name, tasks }: Container): readonly Container[] =>
    tasks.flatMap((task) => {
      if (task.tasks === undefined) return [];
      const group = { id: task.id, name: `${name} › ${task.title}`, tasks: task.tasks };
      return [group, ...groupsIn(group)];
    });
  return phases.flatMap(({ id, title, tasks }) => {
    const phase = { id, name: title, tasks };
    return [phase, ...groupsIn(phase)];
  });
}

/** Where a task is by its id, which stays in its last segment when it is moved; undefined: nowhere. */
export function findTaskPosition(phases: Plan, id: string): TaskPosition | undefined {
  for (const container of listContainers(phases)) {
    const index = container.tasks.findIndex((task) => lastSegment(task.id) === lastSegment(id));
    if (index >= 0) return { container, index };
  }
  return undefined;
}

/** The phases and groups that a task can be moved to: all but itself and what is in it. */
export const targetContainers = (phases: Plan, { id }: Pick<TaskResponse, 'id'>): readonly Container[] =>
  listContainers(phases).filter((container) => container.id !== id && !container.id.startsWith(`${id}/`));

/** Where something is dropped: on which phase or task, and on which part of it. */
export interface Drop {
  readonly id: string;
  readonly side: 'before' | 'after' | 'into';
}

/** Where a task comes to lie, as REST takes it: a position counts without the task itself. */
export interface Destination {
  readonly containerId: string;
  readonly position: number;
}

/** Where a task comes to lie that is dropped; null: where it is, in itself, or nowhere. */
export function dropDestination(phases: Plan, dragged: string, { id, side }: Drop): Destination | null {
  if (id === dragged || id.startsWith(`${dragged}/`)) return null;
  const source = findTaskPosition(phases, dragged);
  const targetContainer = side === 'into' ? listContainers(phases).find((container) => container.id === id) : undefined;
  const target = targetContainer
    ? { container: targetContainer, index: targetContainer.tasks.length }
    : findTaskPosition(phases, id);
  if (source === undefined || target === undefined) return null;
  const insertIndex = target.index + (side === 'after' ? 1 : 0);
  const isSame = source.container.id === target.container.id;
  const position = isSame && source.index < insertIndex ? insertIndex - 1 : insertIndex;
  return isSame && position === source.index ? null : { containerId: target.container.id, position };
}

/** The position of a phase that is dropped beside another one; null: it stays where it is. */
export function dropPhasePosition(phases: Plan, dragged: string, { id, side }: Drop): number | null {
  const source = phases.findIndex((phase) => phase.id === dragged);
  const target = phases.findIndex((phase) => phase.id === id);
  if (source < 0 || target < 0) return null;
  const insertIndex = target + (side === 'before' ? 0 : 1);
  const position = source < insertIndex ? insertIndex - 1 : insertIndex;
  return position === source ? null : position;
}
