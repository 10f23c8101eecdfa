import { list, optional, wholeNumber } from '@slipway/api-schema/format';
import {
  newUserBody,
  passwordBody,
  showUser,
  userBodies,
  userBody,
  userFilter,
  userResponse,
} from '@slipway/api-schema/people';
import { createUser, deleteUser, getUser, renderUserList, updateUsers } from '@slipway/application/people';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import type { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBodyWithPassword, type Route, route } from '../http/route.ts';
import { changePassword } from './change-password.ts';
import { passwordsFor } from './confirm-credentials.ts';

const query = userFilter.extend({
  page: optional(wholeNumber()).describe('from 0'),
  resultsPerPage: optional(wholeNumber()).describe('default 100, at most 1000'),
});

async function listPage(deps: Deps, { page = 0, resultsPerPage = 100, ...filter }: z.output<typeof query>) {
  const limit = Math.min(resultsPerPage, 1000);
  return await renderUserList(deps, filter, { limit, offset: page * limit });
}

const readRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/users',
    name: 'findUsers',
    summary: 'Users by name, one page of them',
    needs: { global: [neededToRead.user] },
    query,
    reply: list(userResponse),
    answer: (deps, { query }) => listPage(deps, query),
  }),
  route({
    method: 'GET',
    path: '/users/{username}',
    name: 'getUser',
    summary: 'A user; of oneself without any permission',
    needs: { global: [neededToRead.user], own: 'username' },
    reply: userResponse,
    answer: async ({ database }, request) => showUser(await getUser(database, request, request.path.username)),
  }),
];

const changeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/users/{username}',
    name: 'createUser',
    summary: 'Creates a user, who can log in with a password',
    needs: { global: [neededToChange.user] },
    body: jsonBodyWithPassword(newUserBody),
    reply: userResponse,
    answer: (deps, request) => {
      const { path, body, actor } = request;
      const passwords = passwordsFor(deps, actor);
      return createUser(deps, request, { username: path.username, body, passwords });
    },
  }),
  route({
    method: 'PUT',
    path: '/users',
    name: 'updateUsers',
    summary: 'Changes users, all or none; absent members stay',
    needs: { global: [neededToChange.user] },
    body: jsonBodyWithPassword(userBodies),
    reply: null,
    answer: (deps, request) => {
      const updates = request.body.map(({ username, ...body }) => ({ username, body }));
      return updateUsers(deps, request, updates, passwordsFor(deps, request.actor));
    },
  }),
  route({
    method: 'PUT',
    path: '/users/{username}',
    name: 'updateUser',
    summary: 'Changes a user; of oneself without any permission, a password with the one before',
    needs: { global: [neededToChange.user], own: 'username' },
    body: jsonBodyWithPassword(userBody),
    reply: null,
    answer: (deps, request) => {
      const { path, body, actor } = request;
      return updateUsers(deps, request, [{ username: path.username, body }], passwordsFor(deps, actor));
    },
  }),
  route({
    method: 'POST',
    path: '/users/{username}/password',
    name: 'updatePassword',
    summary: 'Changes a password: of oneself with the one before, of others without',
    needs: { global: [neededToChange.user], own: 'username' },
    body: jsonBodyWithPassword(passwordBody),
    reply: null,
    answer: (deps, request) => changePassword(deps, request, request.path.username),
  }),
  route({
    method: 'DELETE',
    path: '/users/{username}',
    name: 'deleteUser',
    summary: 'Deletes a user, out of all roles and teams; the name stays in what they did',
    needs: { global: [neededToChange.user] },
    reply: null,
    answer: (deps, request) => deleteUser(deps, request, request.path.username),
  }),
];

/** Routes for users (permissions.md, Users). */
export const users: readonly Route[] = [...readRoutes, ...changeRoutes];
