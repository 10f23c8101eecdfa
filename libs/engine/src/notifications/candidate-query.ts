import { rootFolderId } from '@slipway/domain/ids';
import { adminTeam, parseRecipient } from '@slipway/domain/notifications';
import type { CandidateQuery, EventObjects, PendingEvent } from '@slipway/persistence/notifications';

/** Returns the scope whose teams apply to an event; null if no teams do. */
export function scopeOf(
  { folderId, releaseId }: Pick<PendingEvent, 'folderId' | 'releaseId'>,
  { folders }: Pick<EventObjects, 'folders'>,
): string | null {
  if (folderId === null) return null;
  if (folderId === rootFolderId && releaseId !== null) return releaseId;
  return folders[folderId]?.scopeId ?? null;
}

/** Returns the query of all users that these events may concern. */
export function candidateQuery(events: readonly PendingEvent[], objects: EventObjects): CandidateQuery {
  const scopes = new Set<string>();
  const teams = new Set([adminTeam]);
  const roles = new Set<string>();
  const users = new Set<string>();
  for (const event of events) {
    const scope = scopeOf(event, objects);
    if (scope !== null) scopes.add(scope);
    const { audience } = event;
    const { owner, team, previousOwner, previousTeam, releaseOwner, subjectOwner } = audience;
    const { approverTeams = [], approverRoles = [], mentioned = [] } = audience;
    for (const name of [team, previousTeam, ...approverTeams, ...mentioned]) if (name !== undefined) teams.add(name);
    for (const name of approverRoles) roles.add(name.toLowerCase());
    for (const name of [owner, previousOwner, releaseOwner, subjectOwner, ...mentioned])
      if (name !== undefined) users.add(name.toLowerCase());
  }
  for (const recipient of Object.values(objects.rules).flatMap((rules) => rules.flatMap((rule) => rule.recipients))) {
    const named = parseRecipient(recipient);
    if (named?.kind === 'team') teams.add(named.name);
    if (named?.kind === 'role') roles.add(named.name.toLowerCase());
    if (named?.kind === 'user') users.add(named.name.toLowerCase());
  }
  for (const name of Object.values(objects.watchers).flat()) users.add(name.toLowerCase());
  for (const { username } of objects.followed) users.add(username);
  return { scopes: [...scopes], teams: [...teams], roles: [...roles], users: [...users] };
}
