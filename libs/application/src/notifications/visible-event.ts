import { isSameUser, mayView } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { PendingEvent } from '@slipway/persistence/notifications';

/** Whether the caller may view the object of an event; without a release, whether it is the caller's own. */
export async function isVisible(caller: Person, { folderId, releaseId, taskId, release, audience }: PendingEvent) {
  if (releaseId === null || folderId === null)
    return isSameUser(audience.subjectOwner ?? null, caller.username) || caller.hasPermission('admin');
  const { owner = null, team = null, releaseOwner = null } = audience;
  const callerHere = await caller.callerAt({ folderId, releaseId });
  const task = taskId === null ? undefined : { definition: { owner, team } };
  return mayView(callerHere, { release: release ?? { status: 'COMPLETED', owner: releaseOwner }, task });
}
