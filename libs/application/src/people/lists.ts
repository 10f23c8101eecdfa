import { type RoleResponse, showRole, showUser, type UserFilter, type UserResponse } from '@slipway/api-schema/people';
import { listAccounts, listRoles } from '@slipway/persistence/people';
import type { ReadContext } from '../model/context.ts';

type Context = Pick<ReadContext, 'database'>;

/** A page of a list. */
interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** Returns one page of the users that match a filter, by name. The caller of this function checks the permission. */
export const renderUserList = async ({ database }: Context, filter: UserFilter, part: Part): Promise<UserResponse[]> =>
  (await listAccounts(database, filter, part)).map(showUser);

/** Returns one page of the roles, by name. The caller of this function checks the permission. */
export const renderRoleList = async ({ database }: Context, part: Part): Promise<RoleResponse[]> =>
  (await listRoles(database, part)).map(showRole);
