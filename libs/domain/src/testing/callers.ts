import type { Caller, Command } from '../decision/inputs.ts';
import type { Permission } from '../model/permissions.ts';
import type { Release } from '../model/release.ts';
import { command, decided } from './inputs.ts';

/** A caller with only these permissions, in some teams. */
export const holding = (
  permissions: readonly Permission[],
  teams: readonly string[] = [],
  username = 'eli',
): Caller => ({
  username,
  roles: [],
  teams,
  may: (permission) => permissions.includes(permission),
});

/** The result of a command: `done`, the first missing permission, or `hidden`. */
export function outcome(release: Release, asked: Command, by: Caller): string {
  try {
    decided(release, command(asked, by));
    return 'done';
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    if (thrown.name === 'NotFound') return `hidden: ${thrown.message}`;
    return /Permission (\S+) on APPLICATIONS on \S+ is not granted/.exec(thrown.message)?.[1] ?? thrown.message;
  }
}

/** A caller with the permissions to view releases and templates, and more. */
export const viewer = (...more: readonly Permission[]): Caller => holding(['release#view', 'template#view', ...more]);
