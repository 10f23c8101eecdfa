import type { Caller } from '@slipway/domain';
import { findUser } from '@slipway/persistence';
import type { Deps } from './deps.ts';
import type { Account } from './http/auth.ts';

/** The user who may do everything (decisions.md, People). */
export const adminName = 'admin';

/** What a user may do: all, or nothing, until roles are known. */
export const callerFor = (username: string): Caller => ({ username, may: () => username === adminName });

/** The account of a user who may log in, or null. */
export async function accountOf({ database }: Pick<Deps, 'database'>, username: string): Promise<Account | null> {
  const user = await findUser(database, username);
  return user?.loginAllowed ? user : null;
}
