import type { Caller } from '../decision/inputs.ts';
import { type Message, message } from '../messages/message.ts';
import { messageOf } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import { newReleaseRefusal } from '../people/require-creation.ts';

/** The author of a trigger, with their permissions on the template and in the folder of the release. */
interface AuthorCallers {
  readonly atTemplate: Caller;
  readonly callerAtTarget: Caller;
}

/**
 * Returns the reason why a trigger may not create its release automatically, or null. The author of a trigger is the
 * user who last saved or enabled it. The author must currently have the permission to create the release
 * (permissions.md, section 2). `at` is null if the author cannot log in.
 */
export function authorRefusal(
  author: string,
  at: AuthorCallers | null,
  template: Pick<Release, 'id' | 'folderId'>,
  folderId: string,
): Message | null {
  if (at === null) return message('triggerFault.authorLocked', { author });
  const { atTemplate: caller, callerAtTarget } = at;
  // Like the check when the trigger is saved: starting the release requires no additional permission.
  const refused = newReleaseRefusal(template, { caller, callerAtTarget, folderId, starts: false, owner: null });
  if (refused === null) return null;
  return message('triggerFault.authorRefused', { author, refusal: messageOf(refused) });
}
