import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { parseTarget, type Target, targetPart } from '../target.ts';

/** One thing that a gate waits for: a condition to be ticked, or something to be done. */
export interface Wait {
  readonly id: string;
  /** of a condition its title; of a target what it is called where the release that it is in is not known */
  readonly name: string;
  /** null: a condition, or a placeholder that names nothing yet */
  readonly target: Target | null;
  /** The estimated end of the target, if known */
  readonly endDate: string | undefined;
}

type EstimatedWaits = PreviewResponse['phases'][number]['tasks'][number]['waitsFor'];
/** What may be one: the others have none of it. */
export type Gate = Pick<TaskResponse, 'endDate'> & Partial<Pick<TaskResponse, 'conditions' | 'dependencies'>>;

/** The open targets of a gate; `estimates` is its part of a preview, if it has one. */
export function openWaits(
  { conditions = [], dependencies = [], endDate }: Gate,
  estimates?: EstimatedWaits,
): readonly Wait[] {
  if (endDate !== undefined) return [];
  const openConditions = conditions.filter(({ checked }) => !checked);
  return [
    ...openConditions.map(({ id, title }): Wait => ({ id, name: title, target: null, endDate: undefined })),
    ...dependencies.flatMap((dependency): readonly Wait[] => {
      const { id, targetId, archivedTargetTitle } = dependency;
      const estimate = estimates?.find((entry) => entry.targetId === targetId);
      if (estimates !== undefined && (estimate === undefined || estimate.state === 'done')) return [];
      return [
        { id, name: archivedTargetTitle ?? targetId, target: parseTarget(dependency), endDate: estimate?.endDate },
      ];
    }),
  ];
}

/** Releases by the last segments of their ids. */
export type Releases = ReadonlyMap<string, ReleaseResponse>;

/** The text of the targets. */
export function waitLabel({ name, target }: Wait, releases: Releases): string {
  const release = target === null ? undefined : releases.get(target.releaseId);
  return target === null || release === undefined ? name : targetPart(release, target).title;
}
