import type { DependencyResponse } from '@slipway/api-schema/gates';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { lastSegment } from '../../navigation/ids.ts';
import { findTask } from './plan.ts';

/** The target of a gate: a release, or a phase or task in it. */
export interface Target {
  /** the last segment of the release's id */
  readonly releaseId: string;
  readonly isArchived: boolean;
  readonly task: string | undefined;
  readonly id: string;
}

/** The location of a target; null: a placeholder without one. */
export function parseTarget({ targetId, archivedTargetId }: DependencyResponse): Target | null {
  const parts = targetId.split('/');
  const releaseId = parts.find((part) => part.startsWith('Release'));
  if (releaseId === undefined) return null;
  const task = parts.findLast((part) => part.startsWith('Task'));
  return { releaseId, isArchived: archivedTargetId !== undefined, task, id: targetId };
}

/** The path of the release of an object: a live one without comments, which its tasks contain. */
export const releasePath = ({ releaseId, isArchived }: Pick<Target, 'releaseId' | 'isArchived'>): string =>
  isArchived ? `/releases/archived/${releaseId}` : `/releases/${releaseId}?comments=false`;

/** The path of the explanation of a live release. */
export const explanationPath = (releaseId: string): string => `/releases/${releaseId}/explain`;

/** The title and status of a target, from its release. */
export function targetPart(release: ReleaseResponse, { id, task }: Target) {
  const part =
    task === undefined
      ? release.phases.find((phase) => lastSegment(phase.id) === lastSegment(id))
      : findTask(release, task);
  return part === undefined ? release : { title: `${release.title} › ${part.title}`, status: part.status };
}
