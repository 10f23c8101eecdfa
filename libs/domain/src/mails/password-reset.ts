import { message } from '../messages/message.ts';
import { NotFound } from '../model/errors.ts';
import { parseMailAddress } from './mail-address.ts';

/** The time for which the link of a password reset is valid, in milliseconds. */
export const passwordResetLifetimeMs = 3_600_000;

/** The maximum number of links for a user within an hour. */
export const maxPasswordResets = 3;

const second = 1_000;
const minute = 60 * second;

/** The pauses after the first failed attempts to send a link, and after each later one until the link expires. */
const firstPauses: readonly number[] = [5 * second, 30 * second, 2 * minute];
const laterPause = 5 * minute;

/** Returns the pause after this number of failed attempts to send a link, in milliseconds. */
export const resetMailPause = (failedAttempts: number): number => firstPauses[failedAttempts - 1] ?? laterPause;

/** The facts that decide whether a user can reset the password by mail. */
export interface ResetCandidate {
  readonly username: string;
  /** Whether an external login created the user, who has no password here. */
  readonly external: boolean;
  readonly loginAllowed: boolean;
  readonly email: string | null;
}

/** Whether a user can reset the password by mail. */
export const canResetPassword = ({ external, loginAllowed, email }: ResetCandidate): boolean =>
  !external && loginAllowed && email !== null && parseMailAddress(email) !== null;

/**
 * The error for each link that cannot be used. It is the same for all reasons, so it does not reveal whether a user
 * exists.
 */
export const invalidPasswordReset = (): NotFound => new NotFound(message('passwordReset.invalid'));
