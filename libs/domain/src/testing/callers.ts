import type { Command } from '../commands/registry.ts';
import type { Caller } from '../decision/inputs.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import type { Release } from '../model/release.ts';
import { command, decide } from './inputs.ts';

/** Returns a caller with only these permissions and teams. */
export const callerWith = (
  permissions: readonly Permission[],
  teams: readonly string[] = [],
  username = 'eli',
): Caller => ({
  username,
  roles: [],
  teams,
  may: (permission) => permissions.includes(permission),
});

/** Returns the result of a command: `done`, the first missing permission, or `hidden`. */
export function outcomeOf(release: Release, request: Command, by: Caller): string {
  try {
    decide(release, command(request, by));
    return 'done';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === 'NotFound') return `hidden: ${error.message}`;
    return /Permission (\S+) on APPLICATIONS on \S+ is not granted/.exec(error.message)?.[1] ?? error.message;
  }
}

/** Returns a caller with the permissions to view releases and templates, and these permissions. */
export const viewer = (...permissions: readonly Permission[]): Caller =>
  callerWith(['release#view', 'template#view', ...permissions]);
