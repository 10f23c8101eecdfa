import { listAccounts, listRoles } from '@slipway/persistence';
import { type RoleAnswer, showRole, showUser, type UserAnswer, type UserFilter } from '@slipway/wire';
import type { ReadContext } from '../model/context.ts';

type Context = Pick<ReadContext, 'database'>;

/** Which part of a list. */
interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** One page of the users that match a filter, by name. The caller of this function checks the permission. */
export const listedUsers = async ({ database }: Context, filter: UserFilter, part: Part): Promise<UserAnswer[]> =>
  (await listAccounts(database, filter, part)).map(showUser);

/** One page of the roles, by name. The caller of this function checks the permission. */
export const listedRoles = async ({ database }: Context, part: Part): Promise<RoleAnswer[]> =>
  (await listRoles(database, part)).map(showRole);
