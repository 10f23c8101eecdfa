import type { TokenFault } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import type { RunAsProof } from '../model/draft.ts';
import { clip, Forbidden } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import { neededToChange } from './needed-permissions.ts';
import { isSameUser } from './standing.ts';

/** As whom the scripts of a release run, and by which token. */
type Runner = Pick<Release, 'scriptUsername' | 'scriptTokenId'>;

/** Of new objects: no run-as user. */
export const noRunAs: Runner = { scriptUsername: null, scriptTokenId: null };

/** A requested run-as user of a release. */
interface RunAs {
  readonly wanted: string | null | undefined;
  readonly before: Runner;
  readonly caller: Caller | null;
  /** the stored author of the script that acts as the caller; null: none is stored; undefined: no script acts */
  readonly scriptAuthor?: Caller | null | undefined;
  readonly proof?: RunAsProof | null | undefined;
}

/**
 * Requires that the caller may set the run-as user of a release (permissions.md, section 7). A caller may set themselves, the
 * current run-as user, or a user whose password or token they have; with `admin`, any user. A caller with a limited token
 * may not set themselves. For a script, both its run-as user and its stored author need this. Returns the id of the token
 * that limits the scripts; null: no token does. The current user keeps the current limit. Throws Forbidden.
 */
export function requireRunAs({ wanted, before, caller, scriptAuthor, proof = null }: RunAs): string | null {
  const permission = neededToChange.scriptUsername;
  if (proof && isSameUser(wanted === undefined ? before.scriptUsername : wanted, proof.username)) return proof.tokenId;
  if (wanted === undefined || wanted === before.scriptUsername) return before.scriptTokenId;
  const mayName = (user: Caller | null): boolean => {
    const isSelf = user !== null && user.isLimited !== true && isSameUser(wanted, user.username);
    return isSelf || user?.may(permission) === true;
  };
  if (!wanted) return null;
  const needed = `to have scripts run as '${clip(wanted)}' takes their password or the permission ${permission}`;
  if (!mayName(caller)) throw new Forbidden(`scriptUsername: ${needed}`);
  if (scriptAuthor && !mayName(scriptAuthor))
    throw new Forbidden(`scriptUsername: ${needed}, also for '${clip(scriptAuthor.username)}', who wrote the script`);
  return null;
}

/** The message for a task whose script cannot run. It does not reveal which token it was. */
export function whyTokenIsOver(fault: TokenFault): string {
  switch (fault) {
    case 'ended':
      return 'The token that its scripts run by has ended.';
    case 'expired':
      return 'The token that its scripts run by has expired.';
    case 'barred':
      return 'The user of the token that its scripts run by may not log in.';
    case 'ofOther':
      return 'The creator of the token for its scripts lacks the permission admin, which the user of the token has.';
  }
}
