import { isSameUser } from '@slipway/domain/people';
import { adminName } from '@slipway/engine';
import { DirectoryUnreachable } from '../http/errors/errors.ts';
import { createPasswordCheck } from './passwords.ts';
import { isToken } from './tokens/token-text.ts';

/** A user as a login needs them. */
export interface Account {
  readonly username: string;
  /** PHC string; null for a user who cannot log in by password */
  readonly passwordHash: string | null;
  /** goes up when what was a good login before must be checked again */
  readonly credentialVersion: number;
  /** the version of all grants when this was read */
  readonly accessVersion: number;
  /** Distinguishes the account from another one of that name; null: it is older than this id. */
  readonly account?: string | null;
  /** Whether another user has set the password, which is invalid because its user now has all permissions. */
  readonly isOfOther?: boolean;
}

/**
 * The account of a name and a password in a directory, created if new; null if the directory rejects them, or a local
 * user has that name. Throws DirectoryUnreachable, Overloaded.
 */
export type DirectoryLogin = (username: string, password: string, address: string) => Promise<Account | null>;

interface PasswordVerifierSettings {
  /** null where there is no such user */
  readonly find: (username: string) => Promise<Account | null>;
  readonly directory: DirectoryLogin | null;
}

interface PasswordVerification {
  /** of that name; null where there is none */
  readonly account: Account | null;
  /** whether the password is that of the account */
  readonly isRight: boolean;
}

/**
 * Returns the account of a name, and whether the password is right. The directory has priority, but never for `admin`,
 * who must be able to log in without it (permissions.md, Login), and never with a token of ours. Throws Overloaded, and
 * DirectoryUnreachable if no local user has that password, independent of the name.
 */
export function createPasswordVerifier({ find, directory }: PasswordVerifierSettings) {
  const passwordMatches = createPasswordCheck();

  async function verifyLocally(username: string, password: string): Promise<PasswordVerification> {
    const account = await find(username);
    const isRight = await passwordMatches(password, account?.passwordHash ?? null);
    return { account, isRight };
  }

  return async (username: string, password: string, address: string): Promise<PasswordVerification> => {
    // a token that was written in the place of a password is not for others to read
    const isLocalOnly = isSameUser(username, adminName) || isToken(password);
    if (directory === null || isLocalOnly) return await verifyLocally(username, password);
    const directoryResult = await directory(username, password, address).catch((error: unknown) => {
      if (error instanceof DirectoryUnreachable) return error;
      throw error;
    });
    if (directoryResult !== null && !(directoryResult instanceof DirectoryUnreachable))
      return { account: directoryResult, isRight: true };
    const localResult = await verifyLocally(username, password);
    if (!localResult.isRight && directoryResult !== null) throw directoryResult;
    return localResult;
  };
}
