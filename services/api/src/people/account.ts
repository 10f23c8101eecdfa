import { findLogin } from '@slipway/persistence';
import type { Deps } from '../context/deps.ts';
import type { Account } from './password-judge.ts';

/** The account of a user who may log in, or null. */
export async function findLoginAccount({ database }: Pick<Deps, 'database'>, username: string): Promise<Account | null> {
  const user = await findLogin(database, username);
  return user?.loginAllowed ? user : null;
}
