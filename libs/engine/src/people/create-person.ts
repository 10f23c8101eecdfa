import type { Caller } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import { callerAt, grantingPermissions, type PermissionHolder, type TeamGrant } from '@slipway/domain/people';
import type { Connection } from '@slipway/persistence/database';
import { type Grants, readScope, readTeamGrants, toPrincipals } from '@slipway/persistence/people';
import { LRUCache } from 'lru-cache';
import {
  adminName,
  allowAll,
  type PermissionScope,
  type Person,
  personWithoutPermissions,
  samePermissionsEverywhere,
} from './person.ts';

/** The maximum number of shared callers: a few for each user, because top-level releases have their own teams. */
const maxCallers = 2_000;

const callers = new LRUCache<string, Caller>({ max: maxCallers });

/**
 * Returns the same as `callerAt`, but one object for equal permissions. A process caches the permissions of a user on
 * thousands of releases, and each object would take three kilobytes.
 */
export function memoizedCaller(holder: PermissionHolder, teams: readonly TeamGrant[]): Caller {
  const { username, roles, permissions, isLimited = false } = holder;
  const granted = teams.map((team) => [team.name, team.permissions]);
  const key = JSON.stringify([username, isLimited, roles, permissions, granted]);
  const cached = callers.get(key);
  if (cached !== undefined) return cached;
  const caller = callerAt(holder, teams);
  callers.set(key, caller);
  return caller;
}

/** The maximum number of cached permissions of a user on top-level templates and releases. */
const maxCachedCallers = 20_000;

interface PersonData {
  readonly database: Connection;
  /** The known scopes of folders. Newly loaded scopes are added. */
  readonly scopeByFolder: Map<string, string>;
  readonly requestedName: string;
  readonly grants: Grants;
  /** the global permissions to which a token is restricted; null: unrestricted */
  readonly restrictedTo: readonly string[] | null;
}

/** The global permissions of a user by their roles. The user `admin` has the permission `admin`. */
function toHolder(
  { username, roles }: Grants,
  requestedName: string,
  restrictedTo: PersonData['restrictedTo'],
): PermissionHolder {
  const heldPermissions = username === adminName ? ['admin'] : roles.flatMap(({ permissions }) => permissions);
  const permissions =
    restrictedTo === null
      ? heldPermissions
      : restrictedTo.filter((permission) => heldPermissions.includes('admin') || heldPermissions.includes(permission));
  const isLimited = restrictedTo === null ? {} : ({ isLimited: true } as const);
  return { username: username ?? requestedName, roles: roles.map(({ name }) => name), permissions, ...isLimited };
}

/** The filter for a user without local permissions, also on their own objects. */
const noVisibility: Person['visibility'] = (permission) => ({
  username: '',
  scopes: [],
  principals: [],
  permissions: grantingPermissions(permission),
});

/** A user with the permissions of their roles and teams. */
export function createPerson({ database, scopeByFolder, requestedName, grants, restrictedTo }: PersonData): Person {
  if (grants.username === null) return personWithoutPermissions;
  const holder = toHolder(grants, requestedName, restrictedTo);
  const callerWithoutTeams = callerAt(holder, []);
  const byScope = Map.groupBy(restrictedTo === null ? grants.teams : [], ({ scopeId }) => scopeId);
  const inScopes = new Map([...byScope].map(([scopeId, teams]) => [scopeId, callerAt(holder, teams)]));
  const principals = toPrincipals(holder.username, grants.roles);
  const topLevelCallers = createTopLevelCallers(database, holder, principals);

  async function callerInFolder(folderId: string): Promise<Caller> {
    const scopeId = scopeByFolder.get(folderId) ?? (await readScope(database, folderId));
    if (scopeId === null) return callerWithoutTeams;
    scopeByFolder.set(folderId, scopeId);
    return inScopes.get(scopeId) ?? callerWithoutTeams;
  }
  const isAtTop = ({ folderId, releaseId }: PermissionScope): boolean =>
    folderId === rootFolderId && Boolean(releaseId);
  const resolveCaller = async (scope: PermissionScope): Promise<Caller> => {
    if (!isAtTop(scope)) return await callerInFolder(scope.folderId);
    return (await topLevelCallers([scope.releaseId ?? '']))[0] ?? callerWithoutTeams;
  };
  if (callerWithoutTeams.may('admin'))
    return { ...allowAll(holder.username), roles: holder.roles, memberAt: resolveCaller };
  if (callerWithoutTeams.isLimited)
    return { ...samePermissionsEverywhere(callerWithoutTeams), isLimited: true, visibility: noVisibility };
  return {
    username: callerWithoutTeams.username,
    roles: callerWithoutTeams.roles,
    hasPermission: callerWithoutTeams.may,
    callerAt: resolveCaller,
    memberAt: resolveCaller,
    callersAt: async (permissionScopes) => {
      // loads all top-level scopes with one read, so that each caller finds its own
      await topLevelCallers(permissionScopes.filter(isAtTop).map(({ releaseId }) => releaseId ?? ''));
      return await Promise.all(permissionScopes.map(resolveCaller));
    },
    visibility: (permission) => ({
      username: holder.username,
      scopes: [...inScopes].filter(([, caller]) => caller.may(permission)).map(([scopeId]) => scopeId),
      principals,
      permissions: grantingPermissions(permission),
    }),
  };
}

/**
 * A user at top-level templates and releases, which are scopes of their own. There may be many, so each is loaded on
 * demand.
 */
function createTopLevelCallers(database: Connection, holder: PermissionHolder, principals: readonly string[]) {
  const cache = new LRUCache<string, Caller>({ max: maxCachedCallers });
  return async (ids: readonly string[]): Promise<readonly Caller[]> => {
    const callers = new Map(
      ids.flatMap((id): [string, Caller][] => {
        const caller = cache.get(id);
        return caller === undefined ? [] : [[id, caller]];
      }),
    );
    const missingIds = ids.filter((id) => !callers.has(id));
    const teams = missingIds.length === 0 ? [] : await readTeamGrants(database, missingIds, principals);
    const byScope = Map.groupBy(teams, ({ scopeId }) => scopeId);
    for (const id of missingIds) {
      const caller = memoizedCaller(holder, byScope.get(id) ?? []);
      callers.set(id, caller);
      cache.set(id, caller);
    }
    return ids.flatMap((id) => callers.get(id) ?? []);
  };
}
