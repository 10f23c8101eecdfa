import { findLogin } from '@slipway/persistence/people';
import type { Deps } from '../dependencies/deps.ts';
import type { Account } from './verify-password.ts';

/** The account of a user who may log in, or null. */
export async function findLoginAccount(
  { database }: Pick<Deps, 'database'>,
  username: string,
): Promise<Account | null> {
  const user = await findLogin(database, username);
  return user?.loginAllowed ? user : null;
}
