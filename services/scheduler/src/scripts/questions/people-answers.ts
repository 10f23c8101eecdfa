import { showRole, showUser, userFilter } from '@slipway/api-schema/people';
import { requireGlobalPermission } from '@slipway/application/model';
import { getRole, getUser, renderRoleList, renderUserList } from '@slipway/application/people';
import { neededToRead } from '@slipway/domain/people';
import { actorOf } from '../actions/resolved-action.ts';
import { type Answers, pageOf } from './answer.ts';

/** Users and roles in questions of scripts: never a password. */
export const peopleAnswers: Pick<Answers, 'user' | 'users' | 'role' | 'roles'> = {
  user: async ({ database }, caller, { username }) =>
    showUser(await getUser(database, { caller, actor: actorOf(caller) }, username)),
  users: async (context, caller, { asks: _, page, resultsPerPage, ...filter }) => {
    requireGlobalPermission(caller, neededToRead.user);
    return await renderUserList(context, userFilter.parse(filter), pageOf({ page, resultsPerPage }));
  },
  role: async ({ database }, caller, { roleName }) => {
    requireGlobalPermission(caller, neededToRead.role);
    return showRole(await getRole(database, roleName));
  },
  roles: async (context, caller, part) => {
    requireGlobalPermission(caller, neededToRead.role);
    return await renderRoleList(context, pageOf(part));
  },
};
