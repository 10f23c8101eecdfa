import type { TokenFault } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import { message } from '../messages/message.ts';
import type { RunAsProof } from '../model/draft.ts';
import { clip, Forbidden } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import { isSameUser } from './access-attributes.ts';
import { neededToChange } from './needed-permissions.ts';

/** As whom the scripts of a release run, and by which token. */
type RunAsIdentity = Pick<Release, 'scriptUsername' | 'scriptTokenId'>;

/** Of new objects: no run-as user. */
export const noRunAs: RunAsIdentity = { scriptUsername: null, scriptTokenId: null };

/** A requested run-as user of a release. */
interface RunAsRequest {
  readonly username: string | null | undefined;
  readonly before: RunAsIdentity;
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
export function requireRunAs({ username, before, caller, scriptAuthor, proof = null }: RunAsRequest): string | null {
  const permission = neededToChange.scriptUsername;
  if (proof && isSameUser(username === undefined ? before.scriptUsername : username, proof.username))
    return proof.tokenId;
  if (username === undefined || username === before.scriptUsername) return before.scriptTokenId;
  const mayUse = (user: Caller | null): boolean => {
    const isSelf = user !== null && user.isLimited !== true && isSameUser(username, user.username);
    return isSelf || user?.may(permission) === true;
  };
  if (!username) return null;
  const needed = `to have scripts run as '${clip(username)}' takes their password or the permission ${permission}`;
  if (!mayUse(caller)) throw new Forbidden(message('runAs.refused', { problem: needed }));
  if (scriptAuthor && !mayUse(scriptAuthor))
    throw new Forbidden(message('runAs.refusedForAuthor', { problem: needed, username: scriptAuthor.username }));
  return null;
}

/** The message for a task whose script cannot run. It does not reveal which token it was. */
export function tokenFaultMessage(fault: TokenFault): string {
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
