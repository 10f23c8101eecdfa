import type { Caller } from '../decision/inputs.ts';
import { clip, Forbidden } from '../model/errors.ts';
import { neededToChange } from './needed-permissions.ts';
import { isSameUser } from './standing.ts';

/** Who shall run the scripts of a release from now on. */
interface RunAs {
  readonly wanted: string | null | undefined;
  readonly before: string | null;
  readonly caller: Caller | null;
  /** the user whose password came along, and was right */
  readonly provenAs: string | null | undefined;
}

/**
 * Holds who saves the settings of a release against the user as whom its scripts shall run from now on: themselves, the
 * one as whom they run already, one whose password they know, or, with the right to everything, anybody (people.md,
 * section 7). A script that changes its release asks in the name of the user as whom it runs. Throws Forbidden.
 */
export function requireRunAs({ wanted, before, caller, provenAs = null }: RunAs): void {
  const permission = neededToChange.scriptUsername;
  if (!wanted || wanted === before || isSameUser(wanted, provenAs)) return;
  if (isSameUser(wanted, caller?.username ?? null) || caller?.may(permission)) return;
  throw new Forbidden(
    `scriptUsername: to have scripts run as '${clip(wanted)}' takes their password or the permission ${permission}`,
  );
}
