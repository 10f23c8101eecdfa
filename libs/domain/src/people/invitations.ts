import { message } from '../messages/message.ts';
import { Conflict, Invalid, NotFound } from '../model/errors.ts';
import type { Instant } from '../model/json.ts';

/** The time for which an invitation is valid, in milliseconds. */
export const invitationLifetimeMs = 7 * 24 * 3_600_000;

/** The maximum number of invitations that are neither accepted nor revoked, including expired ones. */
const maxInvitations = 1_000;

/** The users and invitations with the name of a new invitation. */
interface NameUse {
  readonly username: string;
  /** The user with this name; null if there is none. */
  readonly user: { readonly username: string; readonly external: boolean } | null;
  /** Whether another invitation with this name is valid. */
  readonly isInvited: boolean;
}

/**
 * Requires that a name can be invited: it belongs to no user and to no valid invitation. Users of an external login have
 * no password here. Throws Invalid, Conflict.
 */
export function requireInvitee({ username, user, isInvited }: NameUse): void {
  if (user?.external) throw new Invalid(message('invitation.external', { username: user.username }));
  if (user) throw new Conflict(message('user.exists', { username }));
  if (isInvited) throw new Conflict(message('invitation.pending', { username }));
}

/** Requires that another invitation can be created beside this number of them. Throws Conflict. */
export function requireInvitationQuota(count: number): void {
  if (count >= maxInvitations) throw new Conflict(message('invitation.tooMany', { max: maxInvitations }));
}

/**
 * The error for each invitation that cannot be accepted. It is the same for all reasons, so it does not reveal whether a
 * user or an invitation exists.
 */
export const invalidInvitation = (): NotFound => new NotFound(message('invitation.invalid'));

/** The facts that decide whether an invitation can be accepted. */
interface AcceptanceFacts {
  readonly expiresAt: Instant;
  /** Whether a user without the permission `admin` has created the invitation, and has its link. */
  readonly isByNonAdmin: boolean;
  /** Whether the invited user would have the permission `admin`. */
  readonly wouldBeAdmin: boolean;
  /** Whether the user who created the invitation can log in, and can still create users. */
  readonly isInviterTrusted: boolean;
}

/**
 * Whether an invitation can be accepted. The inviter has the link and could accept it. Therefore it grants no more than the
 * inviter can grant at that time.
 */
export const isAcceptable = (
  { expiresAt, isByNonAdmin, wouldBeAdmin, isInviterTrusted }: AcceptanceFacts,
  now: Instant,
): boolean => now < expiresAt && isInviterTrusted && !(isByNonAdmin && wouldBeAdmin);
