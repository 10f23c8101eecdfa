import { adminName } from '@slipway/engine';
import type { Config } from '@slipway/runtime';
import type { Account } from './password-judge.ts';
import { passwordMatches } from './passwords.ts';

/** The admin's password if none was chosen and only this machine can reach the product (compatibility.md, First user and samples). */
export const defaultPassword = 'admin';

/** Whether only this machine can reach what listens there. */
export const isLoopback = ({ host }: Pick<Config, 'host'>): boolean => /^(127\.|localhost$|::1$)/.test(host);

interface Verified {
  readonly hash: string | null;
  readonly isDefault: Promise<boolean>;
}

interface Settings {
  readonly find: (username: string) => Promise<Pick<Account, 'passwordHash'> | null>;
  readonly matches?: typeof passwordMatches;
}

/**
 * Returns whether the admin still has the default password. Verifies once for each stored hash, and again after an
 * error.
 */
export function createDefaultPasswordCheck({ find, matches = passwordMatches }: Settings): () => Promise<boolean> {
  let verified: Verified | undefined;
  const verify = (hash: string | null): Verified => {
    const verifying = { hash, isDefault: matches(defaultPassword, hash) };
    verifying.isDefault.catch(() => {
      if (verified === verifying) verified = undefined;
    });
    return verifying;
  };
  return async () => {
    const hash = (await find(adminName))?.passwordHash ?? null;
    if (verified?.hash !== hash) verified = verify(hash);
    return await verified.isDefault;
  };
}
