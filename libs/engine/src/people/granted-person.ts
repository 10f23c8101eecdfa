import { bringing, type Caller, callerAt, type Holder, rootFolderId } from '@slipway/domain';
import { type Connection, type Grants, principalsOf, readScope, readTeamGrants } from '@slipway/persistence';
import { LRUCache } from 'lru-cache';
import { adminName, allowed, nobody } from './caller.ts';
import { everywhere, type Person, type Place } from './person.ts';
import { sharedCaller } from './shared-caller.ts';

/** The maximum number of cached permissions of a user on top-level templates and releases. */
const mostAtTop = 20_000;

interface Granted {
  readonly database: Connection;
  /** The known scopes of folders; loaded ones are added. */
  readonly scopeOf: Map<string, string>;
  /** The requested name. */
  readonly asked: string;
  readonly grants: Grants;
  /** the only permissions that count, all of them global; null: all */
  readonly only: readonly string[] | null;
}

/** A user by the permissions of their roles. The user `admin` has the permission `admin`. */
function holderOf({ username, roles }: Grants, asked: string, only: Granted['only']): Holder {
  const held = username === adminName ? ['admin'] : roles.flatMap(({ permissions }) => permissions);
  const permissions = only === null ? held : only.filter((each) => held.includes('admin') || held.includes(each));
  const isLimited = only === null ? {} : ({ isLimited: true } as const);
  return { username: username ?? asked, roles: roles.map(({ name }) => name), permissions, ...isLimited };
}

/** Of who has no local right anywhere, not even on what is theirs. */
const seesNothing: Person['sight'] = (permission) => ({
  username: '',
  scopes: [],
  principals: [],
  permissions: bringing(permission),
});

/** A user with the permissions of their roles and teams. */
export function personWith({ database, scopeOf, asked, grants, only }: Granted): Person {
  if (grants.username === null) return nobody;
  const holder = holderOf(grants, asked, only);
  const bare = callerAt(holder, []);
  const byScope = Map.groupBy(only === null ? grants.teams : [], ({ scopeId }) => scopeId);
  const inScopes = new Map([...byScope].map(([scopeId, teams]) => [scopeId, callerAt(holder, teams)]));
  const principals = principalsOf(holder.username, grants.roles);
  const atTop = callersAtTop(database, holder, principals);

  async function inFolder(folderId: string): Promise<Caller> {
    const scopeId = scopeOf.get(folderId) ?? (await readScope(database, folderId));
    if (scopeId === null) return bare;
    scopeOf.set(folderId, scopeId);
    return inScopes.get(scopeId) ?? bare;
  }
  const isAtTop = ({ folderId, releaseId }: Place): boolean => folderId === rootFolderId && Boolean(releaseId);
  const at = async (place: Place): Promise<Caller> => {
    if (!isAtTop(place)) return await inFolder(place.folderId);
    return (await atTop([place.releaseId ?? '']))[0] ?? bare;
  };
  if (bare.may('admin')) return { ...allowed(holder.username), roles: holder.roles, asMember: at };
  if (bare.isLimited) return { ...everywhere(bare), isLimited: true, sight: seesNothing };
  return {
    username: bare.username,
    roles: bare.roles,
    holds: bare.may,
    at,
    asMember: at,
    atAll: async (places) => {
      // the look for all at the top comes first, so that each of them finds its own
      await atTop(places.filter(isAtTop).map(({ releaseId }) => releaseId ?? ''));
      return await Promise.all(places.map(at));
    },
    sight: (permission) => ({
      username: holder.username,
      scopes: [...inScopes].filter(([, caller]) => caller.may(permission)).map(([scopeId]) => scopeId),
      principals,
      permissions: bringing(permission),
    }),
  };
}

/**
 * A user at top-level templates and releases, which are scopes of their own. There may be many, so each is loaded on
 * demand.
 */
function callersAtTop(database: Connection, holder: Holder, principals: readonly string[]) {
  const known = new LRUCache<string, Caller>({ max: mostAtTop });
  return async (ids: readonly string[]): Promise<readonly Caller[]> => {
    const found = new Map(
      ids.flatMap((id): [string, Caller][] => {
        const caller = known.get(id);
        return caller === undefined ? [] : [[id, caller]];
      }),
    );
    const unknown = ids.filter((id) => !found.has(id));
    const teams = unknown.length === 0 ? [] : await readTeamGrants(database, unknown, principals);
    const byScope = Map.groupBy(teams, ({ scopeId }) => scopeId);
    for (const id of unknown) {
      const caller = sharedCaller(holder, byScope.get(id) ?? []);
      found.set(id, caller);
      known.set(id, caller);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  };
}
