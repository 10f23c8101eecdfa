import type { TokenFault } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import type { RunAsProof } from '../model/draft.ts';
import { clip, Forbidden } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import { neededToChange } from './needed-permissions.ts';
import { isSameUser } from './standing.ts';

/** As whom the scripts of a release run, and by which token. */
type Runner = Pick<Release, 'scriptUsername' | 'scriptTokenId'>;

/** Of what is new: nobody. */
export const noRunAs: Runner = { scriptUsername: null, scriptTokenId: null };

/** Who shall run the scripts of a release from now on. */
interface RunAs {
  readonly wanted: string | null | undefined;
  readonly before: Runner;
  readonly caller: Caller | null;
  readonly proof?: RunAsProof | null | undefined;
}

/**
 * Holds who saves the settings of a release against the user as whom its scripts shall run from now on: themselves, the
 * one as whom they run already, one whose password or token they have, or, with the right to everything, anybody
 * (people.md, section 7). Who is logged in by a limited token is not themselves. A script that changes its release asks in
 * the name of the user as whom it runs. Answers the id of the token by which the scripts run from now on; null: by none.
 * Naming who it is already takes no limit away. Throws Forbidden.
 */
export function requireRunAs({ wanted, before, caller, proof = null }: RunAs): string | null {
  const permission = neededToChange.scriptUsername;
  if (proof && isSameUser(wanted === undefined ? before.scriptUsername : wanted, proof.username)) return proof.tokenId;
  if (wanted === undefined || wanted === before.scriptUsername) return before.scriptTokenId;
  const isSelf = caller !== null && caller.isLimited !== true && isSameUser(wanted, caller.username);
  if (!wanted || isSelf || caller?.may(permission)) return null;
  throw new Forbidden(
    `scriptUsername: to have scripts run as '${clip(wanted)}' takes their password or the permission ${permission}`,
  );
}

/** The sentence for the task whose script cannot run; it says nothing of the token that tells it from others. */
export function whyTokenIsOver(fault: TokenFault): string {
  switch (fault) {
    case 'ended':
      return 'The token that its scripts run by has ended.';
    case 'expired':
      return 'The token that its scripts run by has expired.';
    case 'barred':
      return 'The user of the token that its scripts run by may not log in.';
    case 'ofOther':
      return 'The token that its scripts run by was made by somebody without the permission admin, which its user has.';
  }
}
