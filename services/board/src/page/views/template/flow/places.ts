import type { PhaseAnswer, TaskAnswer } from '@slipway/wire';
import { lastOf } from '../../../place/ids.ts';

type Plan = readonly PhaseAnswer[];

/** A phase or group, with the tasks in it. */
export interface Container {
  readonly id: string;
  /** with the titles of what it is in before it */
  readonly name: string;
  readonly tasks: readonly TaskAnswer[];
}

/** Where a task is: in what, and how many tasks come before it there. */
export interface Place {
  readonly container: Container;
  readonly index: number;
}

/** All phases and groups of a plan, in its order. */
export function containersOf(phases: Plan): readonly Container[] {
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
export function placeOf(phases: Plan, id: string): Place | undefined {
  for (const container of containersOf(phases)) {
    const index = container.tasks.findIndex((task) => lastOf(task.id) === lastOf(id));
    if (index >= 0) return { container, index };
  }
  return undefined;
}

/** The phases and groups that a task can be moved to: all but itself and what is in it. */
export const containersFor = (phases: Plan, { id }: Pick<TaskAnswer, 'id'>): readonly Container[] =>
  containersOf(phases).filter((container) => container.id !== id && !container.id.startsWith(`${id}/`));

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
export function destinationOf(phases: Plan, dragged: string, { id, side }: Drop): Destination | null {
  if (id === dragged || id.startsWith(`${dragged}/`)) return null;
  const from = placeOf(phases, dragged);
  const within = side === 'into' ? containersOf(phases).find((container) => container.id === id) : undefined;
  const to = within ? { container: within, index: within.tasks.length } : placeOf(phases, id);
  if (from === undefined || to === undefined) return null;
  const slot = to.index + (side === 'after' ? 1 : 0);
  const isSame = from.container.id === to.container.id;
  const position = isSame && from.index < slot ? slot - 1 : slot;
  return isSame && position === from.index ? null : { containerId: to.container.id, position };
}

/** The position of a phase that is dropped beside another one; null: it stays where it is. */
export function phasePositionOf(phases: Plan, dragged: string, { id, side }: Drop): number | null {
  const from = phases.findIndex((phase) => phase.id === dragged);
  const to = phases.findIndex((phase) => phase.id === id);
  if (from < 0 || to < 0) return null;
  const slot = to + (side === 'before' ? 0 : 1);
  const position = from < slot ? slot - 1 : slot;
  return position === from ? null : position;
}
