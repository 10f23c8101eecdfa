import { hash, verify } from '@node-rs/argon2';
import { isSameUser } from '@slipway/domain/people';
import { adminName } from '@slipway/engine';
import type { Config } from '@slipway/process';
import { DirectoryUnreachable } from '../http/errors/errors.ts';
import { createSlots } from '../http/slots.ts';
import { isToken } from './tokens.ts';

/** The cost of argon2id: about 10 ms and 19 MiB for each hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Limits concurrent hashing, which takes threads and memory. A higher limit would slow down all requests. */
const limits = { max: 4, maxWaiting: 64, label: 'logins' } as const;

/** Returns the hash to store for a password: a PHC string of argon2id. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Hashes the random password of the warm-up user at almost no cost. */
export const hashForWarmUp = (password: string): Promise<string> =>
  hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });

/** Whether a password matches a stored hash. Returns false without a hash. */
export const passwordMatches = async (password: string, stored: string | null): Promise<boolean> =>
  stored !== null && (await verify(stored, password));

/** The hash that the password of an unknown user is compared with. One hash serves all checks of a process. */
let dummyHash: Promise<string> | undefined;

/**
 * Creates a check of passwords with limited concurrency. A null hash takes as long as any other, so that the duration
 * does not reveal which users exist. The check throws Overloaded.
 */
function createPasswordCheck(): typeof passwordMatches {
  const slots = createSlots(limits);
  dummyHash ??= hashPassword('the password of no user');
  const noPassword = dummyHash;
  return (password, stored) =>
    slots.run(async () => {
      const matches = await verify(stored ?? (await noPassword), password);
      return matches && stored !== null;
    });
}

/** The data of a user for a login. */
export interface Account {
  readonly username: string;
  /** A PHC string, or null for a user without a password. */
  readonly passwordHash: string | null;
  /** A counter. When it increases, earlier logins must be verified again. */
  readonly credentialVersion: number;
  /** The version of all permissions at the time of the read. */
  readonly accessVersion: number;
  /**
   * Distinguishes the account from earlier accounts with the same name. Null for accounts from before this id existed.
   */
  readonly account?: string | null;
  /**
   * Whether a user without the permission `admin` has set the password. It is invalid if its user now has all
   * permissions.
   */
  readonly isSetByNonAdmin?: boolean;
  /** Whether the user must choose a new password before any other request. */
  readonly mustChangePassword?: boolean;
}

/**
 * Returns the account of a directory user, which is created at the first login. Returns null if the directory rejects
 * the credentials, or if a local user has this name. Throws DirectoryUnreachable, Overloaded.
 */
export type DirectoryLogin = (username: string, password: string, address: string) => Promise<Account | null>;

interface PasswordVerifierSettings {
  /** Returns the account of a user, or null for an unknown user. */
  readonly find: (username: string) => Promise<Account | null>;
  readonly directory: DirectoryLogin | null;
}

interface PasswordVerification {
  /** The account with this name, or null for an unknown user. */
  readonly account: Account | null;
  /** Whether the password is that of the account. */
  readonly isRight: boolean;
}

/**
 * Returns a function that finds the account of a name and verifies its password. It tries the directory first, except
 * for `admin`, who must be able to log in without it (permissions.md, Login). The directory never receives a personal
 * access token. Throws Overloaded. Throws DirectoryUnreachable if the local verification fails too, for any name.
 */
export function createPasswordVerifier({ find, directory }: PasswordVerifierSettings) {
  const isPassword = createPasswordCheck();

  async function verifyLocally(username: string, password: string): Promise<PasswordVerification> {
    const account = await find(username);
    const isRight = await isPassword(password, account?.passwordHash ?? null);
    return { account, isRight };
  }

  return async (username: string, password: string, address: string): Promise<PasswordVerification> => {
    // The directory must not receive a personal access token that a client sends as the password.
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

/**
 * The password of the admin if none is configured and only this machine can reach the product (compatibility.md, First
 * user and samples).
 */
export const defaultPassword = 'admin';

/** Whether only this machine can reach the configured host. */
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
 * Returns a function that checks whether the admin still has the default password. It verifies each stored hash once,
 * and again after an error.
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
