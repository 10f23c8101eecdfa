import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { parseTarget, type Target, targetPart } from '../target.ts';
import { approvalCount, describeRequirement } from '../task/gate/requirement.ts';

/** An open condition, dependency or approval requirement of a gate. */
export interface Wait {
  readonly id: string;
  /** The title of a condition, the text of a requirement, or the label of a target whose release is not loaded. */
  readonly name: string;
  /** Null for a condition or requirement, and for a placeholder without a target. */
  readonly target: Target | null;
  /** The estimated end of the target; undefined if it is unknown. */
  readonly endDate: string | undefined;
}

type EstimatedWaits = PreviewResponse['phases'][number]['tasks'][number]['waitsFor'];
/** A task that may be a gate. Other tasks have no conditions or dependencies. */
export type Gate = Pick<TaskResponse, 'endDate'> &
  Partial<Pick<TaskResponse, 'conditions' | 'dependencies' | 'approvalRequirements' | 'approvalVerdicts'>>;

/** Returns the requirements of a gate that lack approvals. */
const openRequirements = ({ approvalRequirements = [], approvalVerdicts = [] }: Gate): readonly Wait[] =>
  approvalRequirements
    .filter((requirement) => approvalCount(requirement, approvalVerdicts) < requirement.count)
    .map((requirement): Wait => {
      const { team, role } = requirement;
      return {
        id: `${team ?? ''} ${role ?? ''}`,
        name: describeRequirement({ ...requirement, fourEyes: false }),
        ...{ target: null, endDate: undefined },
      };
    });

/** Returns the open conditions, dependencies and approval requirements of a gate. `estimates` is the part of the preview for the gate. */
export function openWaits(gate: Gate, estimates?: EstimatedWaits): readonly Wait[] {
  const { conditions = [], dependencies = [], endDate } = gate;
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
    ...openRequirements(gate),
  ];
}

/** Releases by the last segment of their id. */
export type Releases = ReadonlyMap<string, ReleaseResponse>;

/** Returns the title of a wait. */
export function waitLabel({ name, target }: Wait, releases: Releases): string {
  const release = target === null ? undefined : releases.get(target.releaseId);
  return target === null || release === undefined ? name : targetPart(release, target).title;
}
