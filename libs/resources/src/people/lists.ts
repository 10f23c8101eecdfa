import { listAccounts, listRoles } from '@slipway/persistence';
import { type RoleAnswer, showRole, showUser, type UserAnswer, type UserFilter } from '@slipway/wire';
import type { ReadContext } from '../model/context.ts';

type Context = Pick<ReadContext, 'database'>;

/** Which part of a list. */
interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** Users that a filter lets through, by name: one page of them. Who may see them is for the caller of this to ask. */
export const listedUsers = async ({ database }: Context, filter: UserFilter, part: Part): Promise<UserAnswer[]> =>
  (await listAccounts(database, filter, part)).map(showUser);

/** Roles by name, one page of them. Who may see them is for the caller of this to ask. */
export const listedRoles = async ({ database }: Context, part: Part): Promise<RoleAnswer[]> =>
  (await listRoles(database, part)).map(showRole);
