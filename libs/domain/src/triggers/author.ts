import type { Caller } from '../decision/inputs.ts';
import { type Message, message } from '../messages/message.ts';
import { messageOf } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import { newReleaseRefusal } from '../people/require-creation.ts';

/** Who has last saved or enabled a trigger, at its template and where its release is to lie. */
interface AuthorCallers {
  readonly atTemplate: Caller;
  readonly callerAtTarget: Caller;
}

/**
 * Why a trigger may not create its release automatically, as a message, or null. Its author, the user who last saved
 * or enabled it, must have the permission to create the release at this time (permissions.md, section 2). `at` null: the
 * author cannot log in.
 */
export function authorRefusal(
  author: string,
  at: AuthorCallers | null,
  template: Pick<Release, 'id' | 'folderId'>,
  folderId: string,
): Message | null {
  if (at === null) return message('triggerFault.authorLocked', { author });
  const { atTemplate: caller, callerAtTarget } = at;
  // as when it was saved: to start it takes no further right
  const refused = newReleaseRefusal(template, { caller, callerAtTarget, folderId, starts: false, owner: null });
  if (refused === null) return null;
  return message('triggerFault.authorRefused', { author, refusal: messageOf(refused) });
}
