import type { DependencyResponse } from '@slipway/api-schema/gates';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { lastSegment } from '../../navigation/ids.ts';
import { findTask } from './plan.ts';

/** The target of a gate: a release, or a phase or task of a release. */
export interface Target {
  /** The last segment of the id of the release. */
  readonly releaseId: string;
  readonly isArchived: boolean;
  readonly task: string | undefined;
  readonly id: string;
}

/** Returns the target of a dependency; null for a placeholder without a target. */
export function parseTarget({ targetId, archivedTargetId }: DependencyResponse): Target | null {
  const parts = targetId.split('/');
  const releaseId = parts.find((part) => part.startsWith('Release'));
  if (releaseId === undefined) return null;
  const task = parts.findLast((part) => part.startsWith('Task'));
  return { releaseId, isArchived: archivedTargetId !== undefined, task, id: targetId };
}

/** Returns the REST path of the release of an object. A live release is loaded without the comments of its tasks. */
export const releasePath = ({ releaseId, isArchived }: Pick<Target, 'releaseId' | 'isArchived'>): string =>
  isArchived ? `/releases/archived/${releaseId}` : `/releases/${releaseId}?comments=false`;

/** Returns the REST path of the explanation of a live release. */
export const explanationPath = (releaseId: string): string => `/releases/${releaseId}/explain`;

/** Returns the title and status of a target. */
export function targetPart(release: ReleaseResponse, { id, task }: Target) {
  const part =
    task === undefined
      ? release.phases.find((phase) => lastSegment(phase.id) === lastSegment(id))
      : findTask(release, task);
  return part === undefined ? release : { title: `${release.title} › ${part.title}`, status: part.status };
}
