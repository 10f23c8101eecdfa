import { neededToRead } from '@slipway/domain';
import { renderRoleList, renderUserList, requireGlobalPermission, getRole, getUser } from '@slipway/resources';
import { showRole, showUser, userFilter } from '@slipway/wire';
import { actorOf } from '../actions/outside-action.ts';
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
