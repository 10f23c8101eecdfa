import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { leafTasks } from '../../release/head/progress.ts';
import { listContainers } from './task-position.ts';

interface Part {
  readonly id: string;
  readonly tasks?: readonly TaskResponse[] | undefined;
}

/** The position of a phase or task among its siblings. */
export interface SiblingPosition {
  /** From 0. */
  readonly position: number;
  /** Whether it cannot move back. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The number of tasks in it and in its groups. As in the progress of a release, groups with tasks are not counted. */
  readonly size: number;
}

/**
 * Returns the position of each phase and task of a plan, by id. `firstPosition` returns the first free position in a
 * phase or group, or of the phases. Parts cannot move before it.
 */
export function siblingPositions(
  phases: readonly PhaseResponse[],
  firstPosition: (containerId?: string) => number = () => 0,
): ReadonlyMap<string, SiblingPosition> {
  const positions = (siblings: readonly Part[], first: number) =>
    siblings.map(({ id, tasks = [] }, position) => {
      const [isFirst, isLast] = [position <= first, position === siblings.length - 1];
      return [id, { position, isFirst, isLast, size: leafTasks(tasks).length }] as const;
    });
  return new Map([
    ...positions(phases, firstPosition()),
    ...listContainers(phases).flatMap(({ id, tasks }) => positions(tasks, firstPosition(id))),
  ]);
}
