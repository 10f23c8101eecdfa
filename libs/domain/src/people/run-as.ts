import type { Caller } from '../decision/inputs.ts';
import { clip, Forbidden } from '../model/errors.ts';
import { neededToChange } from './needed-permissions.ts';

/**
 * Holds who saves the settings of a release against the user as whom its scripts shall run from now on: themselves, the
 * one as whom they run already, or, with the right to everything, anybody (decisions.md, Scripts). A script that changes
 * its release asks in the name of the user as whom it runs. Throws Forbidden.
 */
export function requireRunAs(wanted: string | null | undefined, before: string | null, caller: Caller | null): void {
  const permission = neededToChange.scriptUsername;
  if (!wanted || wanted === before || wanted === caller?.username || caller?.may(permission)) return;
  throw new Forbidden(`scriptUsername: to have scripts run as '${clip(wanted)}' takes the permission ${permission}`);
}
