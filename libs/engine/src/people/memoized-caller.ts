import type { Caller } from '@slipway/domain/decision';
import { callerAt, type PermissionHolder, type TeamGrant } from '@slipway/domain/people';
import { LRUCache } from 'lru-cache';

/** How many that differ are kept: a few for each person, since releases at the top have the teams of their templates. */
const maxCallers = 2_000;

const callers = new LRUCache<string, Caller>({ max: maxCallers });

/**
 * The same as `callerAt`, but one object for equal permissions. A process caches the permissions of a user on
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
