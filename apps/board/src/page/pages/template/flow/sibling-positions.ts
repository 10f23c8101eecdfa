import type { PhaseResponse } from '@slipway/api-schema/plans';
import { listContainers } from './task-position.ts';

/** The position of a phase or task among its siblings. */
export interface SiblingPosition {
  /** From 0. */
  readonly position: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The number of tasks in it. */
  readonly size: number;
}

/** Returns the position of each phase and task of a plan, by id. */
export function siblingPositions(phases: readonly PhaseResponse[]): ReadonlyMap<string, SiblingPosition> {
  const siblings: readonly (readonly { readonly id: string; readonly tasks?: readonly unknown[] | undefined }[])[] = [
    phases,
    ...listContainers(phases).map(({ tasks }) => tasks),
  ];
  return new Map(
    siblings.flatMap((parts) =>
      parts.map(({ id, tasks = [] }, position) => {
        const siblingPosition = {
          position,
          isFirst: position === 0,
          isLast: position === parts.length - 1,
          size: tasks.length,
        };
        return [id, siblingPosition] as const;
      }),
    ),
  );
}
