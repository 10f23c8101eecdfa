import type { Caller } from '@slipway/domain/decision';
import type { Connection } from '@slipway/persistence/database';
import { readGrants } from '@slipway/persistence/people';
import { LRUCache } from 'lru-cache';
import { createPerson } from './create-person.ts';
import { adminName, type PermissionScope, unrestrictedCaller } from './person.ts';

/** A user other than the current caller, with the permission version of the read that returned the name. */
export interface NamedAuthor {
  readonly username: string;
  readonly accessVersion: number;
}

/** The permissions of users for whom a transaction acts. */
export interface AuthorPermissions {
  /**
   * Returns the permissions of a user at several objects, in this order; null if the user is unknown or locked. Missing
   * data is read with the connection of the transaction, so the call never waits for another connection.
   */
  callersAt(
    connection: Connection,
    author: NamedAuthor,
    permissionScopes: readonly PermissionScope[],
  ): Promise<readonly Caller[] | null>;
}

/** The maximum number of cached callers, one for each author and object. */
const maxCachedCallers = 20_000;

/** Caches permissions. A newer permission version empties the cache. */
export function createAuthorPermissions(): AuthorPermissions {
  let cache = {
    version: -1,
    callers: new LRUCache<string, { readonly caller: Caller | null }>({ max: maxCachedCallers }),
  };
  return {
    callersAt: async (connection, { username, accessVersion }, permissionScopes) => {
      if (username === adminName) return permissionScopes.map(() => unrestrictedCaller(adminName));
      if (accessVersion > cache.version)
        cache = { version: accessVersion, callers: new LRUCache({ max: maxCachedCallers }) };
      const { callers } = cache;
      const keys = permissionScopes.map(({ folderId, releaseId = null }) =>
        JSON.stringify([username, folderId, releaseId]),
      );
      const cachedEntries = keys.flatMap((key) => callers.get(key) ?? []);
      if (cachedEntries.length === keys.length) return allOrNull(cachedEntries.map(({ caller }) => caller));
      const callersRead = await readCallers(connection, username, permissionScopes);
      for (const [index, key] of keys.entries()) callers.set(key, { caller: callersRead?.[index] ?? null });
      return callersRead;
    },
  };
}

/** Returns all callers, or null if one is not cached. */
function allOrNull(callers: readonly (Caller | null)[]): readonly Caller[] | null {
  const present = callers.flatMap((caller) => caller ?? []);
  return present.length === callers.length ? present : null;
}

async function readCallers(
  connection: Connection,
  username: string,
  permissionScopes: readonly PermissionScope[],
): Promise<readonly Caller[] | null> {
  const grants = await readGrants(connection, username);
  if (grants.username === null) return null;
  const person = createPerson({
    database: connection,
    scopeByFolder: new Map(),
    requestedName: username,
    grants,
    restrictedTo: null,
  });
  const callersRead: Caller[] = [];
  // Sequential: the first of two objects in a folder loads the scope for both.
  for (const permissionScope of permissionScopes) callersRead.push(await person.callerAt(permissionScope));
  return callersRead;
}
