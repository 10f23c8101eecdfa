import type { DependencyAnswer, ReleaseAnswer } from '@slipway/wire';
import { lastOf } from '../../place/ids.ts';
import { taskIn } from './plan.ts';

/** What a gate waits for: a release, or a phase or task in it. */
export interface Target {
  /** the last segment of the release's id */
  readonly releaseId: string;
  readonly isArchived: boolean;
  readonly task: string | undefined;
  readonly id: string;
}

/** Where a target is; null: it is a placeholder that names nothing yet. */
export function targetOf({ targetId, archivedTargetId }: DependencyAnswer): Target | null {
  const parts = targetId.split('/');
  const releaseId = parts.find((part) => part.startsWith('Release'));
  if (releaseId === undefined) return null;
  const task = parts.findLast((part) => part.startsWith('Task'));
  return { releaseId, isArchived: archivedTargetId !== undefined, task, id: targetId };
}

/** The path of the release of an object: a live one without comments, which its tasks contain. */
export const pathOf = ({ releaseId, isArchived }: Pick<Target, 'releaseId' | 'isArchived'>): string =>
  isArchived ? `/releases/archived/${releaseId}` : `/releases/${releaseId}?comments=false`;

/** The path of the explanation of a live release. */
export const explanationPathOf = (releaseId: string): string => `/releases/${releaseId}/explain`;

/** The title and status of a target, from its release. */
export function partOf(release: ReleaseAnswer, { id, task }: Target) {
  const part =
    task === undefined ? release.phases.find((phase) => lastOf(phase.id) === lastOf(id)) : taskIn(release, task);
  return part === undefined ? release : { title: `${release.title} › ${part.title}`, status: part.status };
}
