import { adminName } from '@slipway/engine';
import type { Config } from '@slipway/process';
import { passwordMatches } from './passwords.ts';
import type { Account } from './verify-password.ts';

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
