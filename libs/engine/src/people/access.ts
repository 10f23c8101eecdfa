import type { TokenFault } from '@slipway/domain/decision';
import type { Connection, Database } from '@slipway/persistence/database';
import { findRunToken, readAccessVersion, readGrants, readScopes } from '@slipway/persistence/people';
import { LRUCache } from 'lru-cache';
import { createPerson } from './create-person.ts';
import { findTokenFault, type Identity, toIdentity } from './identity.ts';
import { adminName, allowAll, type Person } from './person.ts';

/** Loads permissions. */
export interface Access {
  /**
   * Returns the logged-in user. Reads the database only if the cache lacks their grants in the current permission
   * version.
   */
  person(identity: Identity): Promise<Person>;
  /** Returns a user by name, with their current permissions. An unknown or locked user has none. */
  byName(username: string): Promise<Person>;
  /**
   * Returns the user of the token with this id, with their current permissions, in one read; or the reason why the
   * token is invalid.
   */
  byToken(tokenId: string): Promise<Person | TokenFault>;
}

/** The maximum number of cached users of a process. */
const maxPeople = 5_000;

/** The cache of one permission version. */
interface VersionCache {
  readonly version: number;
  readonly people: LRUCache<string, Promise<Person>>;
  /** the scope of each folder */
  readonly scopes: Promise<Map<string, string>>;
}

/**
 * Caches permissions for one permission version, which each login includes. A change applies to the next request, and
 * only a change costs a read (permissions.md).
 */
export function createAccess(database: Database): Access {
  let current: VersionCache | undefined;

  /** A result with an older version than the cache does not replace the cache. */
  function cacheFor(version: number): VersionCache {
    if (current !== undefined && current.version >= version) return current;
    const scopes = readScopes(database).then((entries) => new Map(entries));
    const created = { version, people: new LRUCache<string, Promise<Person>>({ max: maxPeople }), scopes };
    scopes.catch(() => evict(created));
    current = created;
    return created;
  }
  const evict = (cache: VersionCache): void => {
    if (current === cache) current = undefined;
  };

  async function person({ username, accessVersion, restrictedTo }: Identity): Promise<Person> {
    if (username !== adminName || restrictedTo !== null)
      return await readCachedPerson({ username, accessVersion, restrictedTo });
    const asMember: Person['memberAt'] = async (scope) =>
      (await readCachedPerson({ username, accessVersion, restrictedTo })).memberAt(scope);
    return { ...allowAll(adminName), memberAt: asMember };
  }
  async function readCachedPerson({ username, accessVersion, restrictedTo }: Identity): Promise<Person> {
    const versionCache = cacheFor(accessVersion);
    const key = JSON.stringify([username.toLowerCase(), restrictedTo]);
    const cached = versionCache.people.get(key);
    if (cached !== undefined) return await cached;
    const pending = readPerson(versionCache, username, restrictedTo);
    versionCache.people.set(key, pending);
    pending.catch(() => versionCache.people.delete(key));
    return await pending;
  }
  async function readPerson(
    { scopes }: VersionCache,
    username: string,
    restrictedTo: Identity['restrictedTo'],
  ): Promise<Person> {
    const [grants, scopeOf] = await Promise.all([readGrants(database, username), scopes]);
    return createPerson({ database, scopeByFolder: scopeOf, requestedName: username, grants, restrictedTo });
  }
  async function byToken(tokenId: string): Promise<Person | TokenFault> {
    const token = await findRunToken(database, tokenId);
    const fault = findTokenFault(token);
    return token === null || fault !== null ? (fault ?? 'deleted') : await person(toIdentity(token));
  }
  return {
    person,
    byToken,
    byName: async (username) =>
      person({ username, accessVersion: await readAccessVersion(database), restrictedTo: null }),
  };
}

/**
 * A user with their present permissions in the transaction of a connection, for decisions after a wait for a lock. A
 * restricted token keeps its restrictions.
 */
export async function readCurrentPerson(connection: Connection, person: Person): Promise<Person> {
  const { username: requestedName, isLimited } = person;
  if (isLimited) return person;
  if (requestedName === adminName) return allowAll(adminName);
  const grants = await readGrants(connection, requestedName);
  return createPerson({ database: connection, scopeByFolder: new Map(), requestedName, grants, restrictedTo: null });
}
