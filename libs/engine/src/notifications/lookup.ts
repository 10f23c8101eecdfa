import type { Caller } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import { eventTypes } from '@slipway/domain/model';
import {
  type Directory,
  defaultPreferences,
  type NotificationPreferences,
  type NotifiedEvent,
  type NotifiedUser,
} from '@slipway/domain/notifications';
import { adminUser, callerAt, mayView, neededToRead } from '@slipway/domain/people';
import type { Candidate, EventObjects, PendingEvent, SubscriptionRow } from '@slipway/persistence/notifications';
import { scopeOf } from './candidate-query.ts';

/** The objects, users and rules of a batch of events, for decisions about them. */
export interface Lookup {
  /** the event with the rules and followers of its objects */
  notified(event: PendingEvent): NotifiedEvent;
  /** the teams and roles at the object of an event */
  directory(event: PendingEvent): Directory;
  /** the user in relation to an event; null if the user does not exist */
  user(username: string, event: PendingEvent): NotifiedUser | null;
  preferences(username: string): NotificationPreferences;
  /** the receivers whose folder contains the event */
  subscriptions(event: PendingEvent): readonly SubscriptionRow[];
}

/** Whether a user may view the object of an event: its release or task, or the trigger, subscription or token. */
function mayViewEvent(event: PendingEvent, caller: Caller, username: string): boolean {
  const { audience, release, releaseId } = event;
  if (releaseId === null) {
    if (audience.subjectOwner?.toLowerCase() === username || caller.may('admin')) return true;
    return eventTypes[event.type].subject === 'trigger' && caller.may(neededToRead.trigger);
  }
  const { owner = null, team = null, releaseOwner = null } = audience;
  return mayView(caller, {
    // A release that is no longer live was one when the event occurred.
    release: release ?? { status: 'COMPLETED', owner: releaseOwner },
    ...(event.taskId !== null && { task: { definition: { owner, team } } }),
  });
}

/** Groups the users by the teams of each scope, and by their roles in lower case. */
function indexMembers(candidates: readonly Candidate[]) {
  const teams = new Map<string, Map<string, string[]>>();
  const roles = new Map<string, string[]>();
  const add = (map: Map<string, string[]>, key: string, username: string) => {
    const users = map.get(key);
    if (users === undefined) map.set(key, [username]);
    else users.push(username);
  };
  for (const { username, teams: ownTeams, roles: ownRoles } of candidates) {
    for (const { name } of ownRoles) add(roles, name.toLowerCase(), username);
    for (const { scopeId, name } of ownTeams) {
      const inScope = teams.get(scopeId) ?? new Map<string, string[]>();
      teams.set(scopeId, inScope);
      add(inScope, name, username);
    }
  }
  return { teams, roles };
}

/** Returns the modes of the users who follow or have muted an object around the event: the nearest object decides. */
function createFollowed({ followed, folders }: EventObjects) {
  const byObject = Map.groupBy(followed, ({ objectId }) => objectId);
  const cache = new WeakMap<PendingEvent, ReadonlyMap<string, 'follow' | 'mute'>>();
  const modesAround = ({ taskId, releaseId, folderId }: PendingEvent): ReadonlyMap<string, 'follow' | 'mute'> => {
    const path = folderId === null ? [] : (folders[folderId]?.path ?? []);
    const modes = new Map<string, 'follow' | 'mute'>();
    for (const id of [...path, releaseId ?? '', taskId ?? ''])
      for (const { username, mode } of byObject.get(id) ?? []) modes.set(username, mode);
    return modes;
  };
  return (event: PendingEvent): ReadonlyMap<string, 'follow' | 'mute'> => {
    const cached = cache.get(event);
    if (cached !== undefined) return cached;
    const modes = modesAround(event);
    cache.set(event, modes);
    return modes;
  };
}

/** Returns the permissions of users in scopes, each calculated once. */
function createCallers() {
  const callers = new Map<string, Caller>();
  return ({ name, username, roles, teams }: Candidate, scope: string | null): Caller => {
    const key = `${scope} ${username}`;
    const cached = callers.get(key);
    if (cached !== undefined) return cached;
    const permissions = name === adminUser ? ['admin'] : roles.flatMap((role) => role.permissions);
    const holder = { username: name, roles: roles.map((role) => role.name), permissions };
    const caller = callerAt(
      holder,
      teams.filter(({ scopeId }) => scopeId === scope),
    );
    callers.set(key, caller);
    return caller;
  };
}

/** Creates the lookup of a batch of events. */
export function createLookup(objects: EventObjects, candidates: readonly Candidate[]): Lookup {
  const byName = new Map(candidates.map((candidate) => [candidate.username, candidate]));
  const members = indexMembers(candidates);
  const followedAround = createFollowed(objects);
  const callerIn = createCallers();
  const pathOf = ({ folderId }: PendingEvent) => (folderId === null ? [] : (objects.folders[folderId]?.path ?? []));
  const preferences = (username: string): NotificationPreferences => ({
    ...defaultPreferences,
    ...byName.get(username)?.preferences,
  });
  return {
    preferences,
    notified: (event) => ({
      ...event,
      watchers: objects.watchers[event.taskId ?? ''] ?? [],
      followers: [...followedAround(event)].flatMap(([username, mode]) => (mode === 'follow' ? [username] : [])),
      disableNotifications: event.release?.silent ?? false,
      folderRules: pathOf(event)
        .filter((id) => id !== rootFolderId)
        .toReversed()
        .map((id) => objects.rules[id] ?? []),
      installationRules: objects.rules[rootFolderId] ?? [],
    }),
    directory: (event) => {
      const teams = members.teams.get(scopeOf(event, objects) ?? '');
      return {
        team: (name) => teams?.get(name) ?? [],
        role: (name) => members.roles.get(name.toLowerCase()) ?? [],
      };
    },
    user: (username, event) => {
      const candidate = byName.get(username);
      if (candidate === undefined) return null;
      const caller = callerIn(candidate, scopeOf(event, objects));
      return {
        username,
        mayView: candidate.loginAllowed && mayViewEvent(event, caller, username),
        followed: followedAround(event).get(username) ?? null,
        preferences: preferences(username),
        hasAddress: candidate.hasEmail && !candidate.suspended,
      };
    },
    subscriptions: (event) => {
      const path = pathOf(event);
      return objects.subscriptions.filter(({ folderId }) => folderId === null || path.includes(folderId));
    },
  };
}
