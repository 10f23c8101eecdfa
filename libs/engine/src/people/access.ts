import type { TokenFault } from '@slipway/domain';
import {
  type Connection,
  type Database,
  findTokenOfRun,
  readAccessVersion,
  readGrants,
  readScopes,
} from '@slipway/persistence';
import { LRUCache } from 'lru-cache';
import { adminName, allowed } from './caller.ts';
import { personWith } from './granted-person.ts';
import { faultOf, type Identity, identityByToken } from './identity.ts';
import type { Person } from './person.ts';

/** Loads permissions. */
export interface Access {
  /** The logged-in user. Reads the database only if the cache lacks their grants in the present permission version. */
  person(identity: Identity): Promise<Person>;
  /** A user by name, with their present permissions. An unknown or locked user has none. */
  named(username: string): Promise<Person>;
  /** The user of the token with this id, with their present permissions, in one read; or why the token is invalid. */
  byToken(tokenId: string): Promise<Person | TokenFault>;
}

/** How many people a process keeps. */
const mostPeople = 5_000;

/** The cache of one permission version. */
interface Known {
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
  let known: Known | undefined;

  /** An answer that is older than what is known leaves that as it is. */
  function under(version: number): Known {
    if (known !== undefined && known.version >= version) return known;
    const scopes = readScopes(database).then((read) => new Map(read));
    const made = { version, people: new LRUCache<string, Promise<Person>>({ max: mostPeople }), scopes };
    scopes.catch(() => forget(made));
    known = made;
    return made;
  }
  const forget = (one: Known): void => {
    if (known === one) known = undefined;
  };

  async function person({ username, accessVersion, only }: Identity): Promise<Person> {
    if (username !== adminName || only !== null) return await remembered({ username, accessVersion, only });
    const asMember: Person['asMember'] = async (place) =>
      (await remembered({ username, accessVersion, only })).asMember(place);
    return { ...allowed(adminName), asMember };
  }
  async function remembered({ username, accessVersion, only }: Identity): Promise<Person> {
    const now = under(accessVersion);
    const key = JSON.stringify([username.toLowerCase(), only]);
    const before = now.people.get(key);
    if (before !== undefined) return await before;
    const making = granted(now, username, only);
    now.people.set(key, making);
    making.catch(() => now.people.delete(key));
    return await making;
  }
  async function granted({ scopes }: Known, username: string, only: Identity['only']): Promise<Person> {
    const [grants, scopeOf] = await Promise.all([readGrants(database, username), scopes]);
    return personWith({ database, scopeOf, asked: username, grants, only });
  }
  async function byToken(tokenId: string): Promise<Person | TokenFault> {
    const token = await findTokenOfRun(database, tokenId);
    const fault = faultOf(token);
    return token === null || fault !== null ? (fault ?? 'ended') : await person(identityByToken(token));
  }
  return {
    person,
    byToken,
    named: async (username) => person({ username, accessVersion: await readAccessVersion(database), only: null }),
  };
}

/**
 * A user with their present permissions in the transaction of a connection, for decisions after a wait for a lock. A
 * restricted token keeps its restrictions.
 */
export async function personNow(connection: Connection, person: Person): Promise<Person> {
  const { username: asked, isLimited } = person;
  if (isLimited) return person;
  if (asked === adminName) return allowed(adminName);
  const grants = await readGrants(connection, asked);
  return personWith({ database: connection, scopeOf: new Map(), asked, grants, only: null });
}
