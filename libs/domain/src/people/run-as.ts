import type { TokenFault } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import { type Message, message } from '../messages/message.ts';
import type { RunAsProof } from '../model/draft.ts';
import { Forbidden } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import { isSameUser } from './access-attributes.ts';
import { neededToChange } from './needed-permissions.ts';

/** The run-as user of the scripts of a release, and the token that limits them. */
type RunAsIdentity = Pick<Release, 'scriptUsername' | 'scriptTokenId'>;

/** The run-as identity of a new object: no user. */
export const noRunAs: RunAsIdentity = { scriptUsername: null, scriptTokenId: null };

/** A request to set the run-as user of a release. */
interface RunAsRequest {
  readonly username: string | null | undefined;
  readonly before: RunAsIdentity;
  readonly caller: Caller | null;
  /**
   * the stored author of the script that acts as the caller; null: no author is stored; undefined: the caller is no
   * script
   */
  readonly scriptAuthor?: Caller | null | undefined;
  readonly proof?: RunAsProof | null | undefined;
}

/**
 * Requires that the caller may set the run-as user of a release (permissions.md, section 7). A caller may set
 * themselves, the current run-as user, or a user whose password or token they have; with `admin`, any user. A caller
 * with a limited token may not set themselves. If a script sets the user, both its run-as user and its stored author
 * need this permission. Returns the id of the token that limits the scripts, or null. The current user keeps the
 * current limit. Throws Forbidden.
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
  const refused = { user: username, permission };
  if (!mayUse(caller)) throw new Forbidden(message('runAs.refused', refused));
  if (scriptAuthor && !mayUse(scriptAuthor))
    throw new Forbidden(message('runAs.refusedForAuthor', { ...refused, username: scriptAuthor.username }));
  return null;
}

/** Returns the message for a task whose script cannot run. It does not reveal which token is invalid. */
export const tokenFaultMessage = (fault: TokenFault): Message => message(`tokenFault.${fault}`);
