import { adminName } from '@slipway/engine';
import type { Config } from '@slipway/runtime';
import type { Deps } from '../context/deps.ts';
import { loginAccount } from './account.ts';
import { passwordMatches } from './passwords.ts';

/** The admin's password where nobody chose one and only this machine can reach the product (decisions.md, People). */
export const defaultPassword = 'admin';

/** Whether only this machine can reach what listens there. */
export const isLoopback = ({ host }: Pick<Config, 'host'>): boolean => /^(127\.|localhost$|::1$)/.test(host);

interface Verified {
  readonly hash: string | null;
  readonly isDefault: Promise<boolean>;
}

/** Tells whether the admin still has the default password. Verifies once for each hash that is stored. */
export function createDefaultPasswordCheck(deps: Pick<Deps, 'database'>): () => Promise<boolean> {
  let verified: Verified | undefined;
  return async () => {
    const hash = (await loginAccount(deps, adminName))?.passwordHash ?? null;
    if (verified?.hash !== hash) verified = { hash, isDefault: passwordMatches(defaultPassword, hash) };
    return await verified.isDefault;
  };
}
