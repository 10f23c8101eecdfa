import { neededToRead } from '@slipway/domain';
import { listedRoles, listedUsers, requireHeld, roleNamed, userNamed } from '@slipway/resources';
import { showRole, showUser, userFilter } from '@slipway/wire';
import { actorOf } from '../actions/outside-action.ts';
import { type Answers, pageOf } from './answer.ts';

/** Users and roles in questions of scripts: never a password. */
export const peopleAnswers: Pick<Answers, 'user' | 'users' | 'role' | 'roles'> = {
  user: async ({ database }, caller, { username }) =>
    showUser(await userNamed(database, { caller, actor: actorOf(caller) }, username)),
  users: async (context, caller, { asks: _, page, resultsPerPage, ...filter }) => {
    requireHeld(caller, neededToRead.user);
    return await listedUsers(context, userFilter.parse(filter), pageOf({ page, resultsPerPage }));
  },
  role: async ({ database }, caller, { roleName }) => {
    requireHeld(caller, neededToRead.role);
    return showRole(await roleNamed(database, roleName));
  },
  roles: async (context, caller, part) => {
    requireHeld(caller, neededToRead.role);
    return await listedRoles(context, pageOf(part));
  },
};
