import { type Caller, callerAt, type Holder, type TeamGrant } from '@slipway/domain';
import { LRUCache } from 'lru-cache';

/** How many that differ are kept: a few for each person, since releases at the top have the teams of their templates. */
const mostKinds = 2_000;

const kinds = new LRUCache<string, Caller>({ max: mostKinds });

/**
 * The same as `callerAt`, but one object for equal permissions. A process caches the permissions of a user on
 * thousands of releases, and each object would take three kilobytes.
 */
export function sharedCaller(holder: Holder, teams: readonly TeamGrant[]): Caller {
  const { username, roles, permissions, isLimited = false } = holder;
  const granted = teams.map((team) => [team.name, team.permissions]);
  const key = JSON.stringify([username, isLimited, roles, permissions, granted]);
  const known = kinds.get(key);
  if (known !== undefined) return known;
  const caller = callerAt(holder, teams);
  kinds.set(key, caller);
  return caller;
}
