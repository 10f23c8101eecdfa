import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { lastSegment } from '../../../navigation/ids.ts';

type Plan = readonly PhaseResponse[];

/** A phase or group, with the tasks in it. */
export interface Container {
  readonly id: string;
  /** The title, prefixed with the titles of the phase and groups around it. */
  readonly name: string;
  readonly tasks: readonly TaskResponse[];
  /** The links between the tasks; undefined for a phase. */
  readonly links?: TaskResponse['links'];
}

/** The position of a task: its phase or group, and its index there. */
export interface TaskPosition {
  readonly container: Container;
  readonly index: number;
}

/** Returns all phases and groups of a plan, in order. */
export function listContainers(phases: Plan): readonly Container[] {
  const groupsIn = ({ name, tasks }: Container): readonly Container[] =>
    tasks.flatMap((task) => {
      if (task.tasks === undefined) return [];
      const group = { id: task.id, name: `${name} › ${task.title}`, tasks: task.tasks, links: task.links };
      return [group, ...groupsIn(group)];
    });
  return phases.flatMap(({ id, title, tasks }) => {
    const phase = { id, name: title, tasks };
    return [phase, ...groupsIn(phase)];
  });
}

/** Finds a task by the last segment of its id, which a move does not change. Returns undefined if it is missing. */
export function findTaskPosition(phases: Plan, id: string): TaskPosition | undefined {
  for (const container of listContainers(phases)) {
    const index = container.tasks.findIndex((task) => lastSegment(task.id) === lastSegment(id));
    if (index >= 0) return { container, index };
  }
  return undefined;
}

/** Returns the phases and groups to which a task can be moved: all except the task itself and its subgroups. */
export const targetContainers = (phases: Plan, { id }: Pick<TaskResponse, 'id'>): readonly Container[] =>
  listContainers(phases).filter((container) => container.id !== id && !container.id.startsWith(`${id}/`));

/** The target of a drop: the id of a phase or task, and the side of it. */
export interface Drop {
  readonly id: string;
  readonly side: 'before' | 'after' | 'into';
}

/** The target of a move request. `position` is an index in the list without the moved task. */
export interface Destination {
  readonly containerId: string;
  readonly position: number;
}

/** Returns the destination of a dropped task; null: the position is unchanged, unknown, or inside the task itself. */
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

/** Returns the new index of a phase that is dropped beside another phase; null: it is unchanged. */
export function dropPhasePosition(phases: Plan, dragged: string, { id, side }: Drop): number | null {
  const source = phases.findIndex((phase) => phase.id === dragged);
  const target = phases.findIndex((phase) => phase.id === id);
  if (source < 0 || target < 0) return null;
  const insertIndex = target + (side === 'before' ? 0 : 1);
  const position = source < insertIndex ? insertIndex - 1 : insertIndex;
  return position === source ? null : position;
}
