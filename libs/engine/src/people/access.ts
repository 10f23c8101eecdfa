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

/** Tells what people may do. */
export interface Access {
  /** Who has logged in. Asks the database only where this process does not know their grants in that version. */
  person(identity: Identity): Promise<Person>;
  /** A user by name, as they are now; somebody who is not there, or may not log in, may do nothing. */
  named(username: string): Promise<Person>;
  /** Who runs scripts by the token of this id, as they and it are now, by one look; or why nobody does. */
  byToken(tokenId: string): Promise<Person | TokenFault>;
}

/** How many people a process keeps. */
const mostPeople = 5_000;

/** What a process knows under one version of all grants. */
interface Known {
  readonly version: number;
  readonly people: LRUCache<string, Promise<Person>>;
  /** the scope of each folder */
  readonly scopes: Promise<Map<string, string>>;
}

/**
 * Keeps who may do what under one version of all grants, which each login brings along: what anybody changes holds for
 * the next request, and costs a look only where something was changed (people.md).
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
 * Somebody with the rights that they have by now, as the transaction of a connection sees them: for what decides after it
 * has waited for others. Who has a token for some permissions only keeps those with which they came.
 */
export async function personNow(connection: Connection, person: Person): Promise<Person> {
  const { username: asked, isLimited } = person;
  if (isLimited) return person;
  if (asked === adminName) return allowed(adminName);
  const grants = await readGrants(connection, asked);
  return personWith({ database: connection, scopeOf: new Map(), asked, grants, only: null });
}
