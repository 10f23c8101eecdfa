import { hash, verify } from '@node-rs/argon2';
import { isSameUser } from '@slipway/domain/people';
import { adminName } from '@slipway/engine';
import type { Config } from '@slipway/process';
import { DirectoryUnreachable } from '../http/errors/errors.ts';
import { createSlots } from '../http/slots.ts';
import { isToken } from './tokens.ts';

/** argon2id with these takes about 10 ms and 19 MiB a time. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes threads and memory: more of it at a time would only be slower for everyone. */
const limits = { max: 4, maxWaiting: 64, label: 'logins' } as const;

/** The text that is stored of a password: a PHC string of argon2id. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** The same at almost no cost, for a random password of a user of the warm-up. */
export const hashForWarmUp = (password: string): Promise<string> =>
  hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });

/** Whether a password belongs to a stored hash; nothing belongs to null. */
export const passwordMatches = async (password: string, stored: string | null): Promise<boolean> =>
  stored !== null && (await verify(stored, password));

/**
 * Verifies passwords, a few at a time. A null hash takes as long as any other, so that the duration does not reveal
 * which users exist. The check throws Overloaded.
 */
function createPasswordCheck(): typeof passwordMatches {
  const slots = createSlots(limits);
  const dummyHash = hashPassword('the password of no user');
  return (password, stored) =>
    slots.run(async () => {
      const matches = await verify(stored ?? (await dummyHash), password);
      return matches && stored !== null;
    });
}

/** A user as a login needs them. */
export interface Account {
  readonly username: string;
  /** PHC string; null for a user without a password. */
  readonly passwordHash: string | null;
  /** Increases when earlier logins must be verified again. */
  readonly credentialVersion: number;
  /** the version of all grants when this was read */
  readonly accessVersion: number;
  /** Distinguishes the account from another one of that name; null: it is older than this id. */
  readonly account?: string | null;
  /** Whether another user has set the password, which is invalid because its user now has all permissions. */
  readonly isSetByNonAdmin?: boolean;
}

/**
 * The account of a name and a password in a directory, created if new; null if the directory rejects them, or a local
 * user has that name. Throws DirectoryUnreachable, Overloaded.
 */
export type DirectoryLogin = (username: string, password: string, address: string) => Promise<Account | null>;

interface PasswordVerifierSettings {
  /** Null for an unknown user. */
  readonly find: (username: string) => Promise<Account | null>;
  readonly directory: DirectoryLogin | null;
}

interface PasswordVerification {
  /** The account of that name; null for an unknown user. */
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
  const isPassword = createPasswordCheck();

  async function verifyLocally(username: string, password: string): Promise<PasswordVerification> {
    const account = await find(username);
    const isRight = await isPassword(password, account?.passwordHash ?? null);
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

/** The admin's password if none was chosen and only this machine can reach the product (compatibility.md, First user and samples). */
export const defaultPassword = 'admin';

/** Whether only this machine can reach what listens there. */
export const isLoopback = ({ host }: Pick<Config, 'host'>): boolean => /^(127\.|localhost$|::1$)/.test(host);

interface VerifiedHash {
  readonly hash: string | null;
  readonly isDefault: Promise<boolean>;
}

interface DefaultPasswordSettings {
  readonly find: (username: string) => Promise<Pick<Account, 'passwordHash'> | null>;
  readonly matches?: typeof passwordMatches;
}

/**
 * Returns whether the admin still has the default password. Verifies once for each stored hash, and again after an
 * error.
 */
export function createDefaultPasswordCheck({
  find,
  matches = passwordMatches,
}: DefaultPasswordSettings): () => Promise<boolean> {
  let verified: VerifiedHash | undefined;
  const verify = (hash: string | null): VerifiedHash => {
    const verification = { hash, isDefault: matches(defaultPassword, hash) };
    verification.isDefault.catch(() => {
      if (verified === verification) verified = undefined;
    });
    return verification;
  };
  return async () => {
    const hash = (await find(adminName))?.passwordHash ?? null;
    if (verified?.hash !== hash) verified = verify(hash);
    return await verified.isDefault;
  };
}
