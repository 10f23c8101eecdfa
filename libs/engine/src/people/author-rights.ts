import type { Caller } from '@slipway/domain';
import { type Connection, readGrants } from '@slipway/persistence';
import { LRUCache } from 'lru-cache';
import { adminName, allowedThere } from './caller.ts';
import { personWith } from './granted-person.ts';
import type { Place } from './person.ts';

/** A user without a login of this request, with the permission version that was read with the name. */
export interface NamedAuthor {
  readonly username: string;
  readonly accessVersion: number;
}

/** What people may do of whom something is done in a transaction. */
export interface AuthorRights {
  /**
   * A user at several objects, in this order; null if the user is unknown or locked. Missing data is read with the
   * connection of the transaction, so that it never waits for another connection.
   */
  at(connection: Connection, author: NamedAuthor, places: readonly Place[]): Promise<readonly Caller[] | null>;
}

/** How many authors at how many places a process keeps. */
const mostKept = 20_000;

/** Caches permissions for one permission version: while it is unchanged, nothing is read. */
export function createAuthorRights(): AuthorRights {
  let known = { version: -1, callers: new LRUCache<string, { readonly caller: Caller | null }>({ max: mostKept }) };
  return {
    at: async (connection, { username, accessVersion }, places) => {
      if (username === adminName) return places.map(() => allowedThere(adminName));
      if (accessVersion > known.version) known = { version: accessVersion, callers: new LRUCache({ max: mostKept }) };
      const { callers } = known;
      const keys = places.map(({ folderId, releaseId = null }) => JSON.stringify([username, folderId, releaseId]));
      const before = keys.flatMap((key) => callers.get(key) ?? []);
      if (before.length === keys.length) return all(before.map(({ caller }) => caller));
      const found = await read(connection, username, places);
      for (const [index, key] of keys.entries()) callers.set(key, { caller: found?.[index] ?? null });
      return found;
    },
  };
}

/** All of them; null where one is missing. */
function all(callers: readonly (Caller | null)[]): readonly Caller[] | null {
  const there = callers.flatMap((caller) => caller ?? []);
  return there.length === callers.length ? there : null;
}

async function read(
  connection: Connection,
  username: string,
  places: readonly Place[],
): Promise<readonly Caller[] | null> {
  const grants = await readGrants(connection, username);
  if (grants.username === null) return null;
  const person = personWith({ database: connection, scopeOf: new Map(), asked: username, grants, only: null });
  const found: Caller[] = [];
  // one after the other: two in one folder look once for its scope
  for (const place of places) found.push(await person.at(place));
  return found;
}
