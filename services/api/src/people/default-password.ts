import { adminName } from '@slipway/engine';
import type { Config } from '@slipway/runtime';
import type { Deps } from '../context/deps.ts';
import { accountOf } from './account.ts';
import { passwordMatches } from './passwords.ts';

/** The admin's password where nobody chose one and only this machine can reach the product (decisions.md, People). */
export const easyPassword = 'admin';

/** Whether only this machine can reach what listens there. */
export const isLoopback = ({ host }: Pick<Config, 'host'>): boolean => /^(127\.|localhost$|::1$)/.test(host);

/** Whether the admin still has the password that everybody knows. Verifies once for each that is stored. */
export function easyPasswordWatch(deps: Pick<Deps, 'database'>): () => Promise<boolean> {
  let seen: { readonly hash: string | null; readonly isEasy: boolean } | undefined;
  return async () => {
    const hash = (await accountOf(deps, adminName))?.passwordHash ?? null;
    if (seen?.hash !== hash) seen = { hash, isEasy: await passwordMatches(easyPassword, hash) };
    return seen.isEasy;
  };
}
