import { list, name, optional, wholeNumber } from '@slipway/api-schema/format';
import { roleBodies, roleBody, roleResponse, showRole } from '@slipway/api-schema/people';
import {
  createRoles,
  deleteRole,
  getRole,
  renameRole,
  renderRoleList,
  roleAt,
  updateRoles,
} from '@slipway/application/people';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.ts';

const page = z.object({
  page: optional(wholeNumber()).describe('from 0'),
  resultsPerPage: optional(wholeNumber()).describe('default 100, at most 1000'),
});

const readRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/roles',
    name: 'getRoles',
    summary: 'Roles by name, one page of them',
    needs: { global: [neededToRead.role] },
    query: page,
    reply: list(roleResponse),
    answer: (deps, { query: { page = 0, resultsPerPage = 100 } }) => {
      const limit = Math.min(resultsPerPage, 1000);
      return renderRoleList(deps, { limit, offset: page * limit });
    },
  }),
  route({
    method: 'GET',
    path: '/roles/{roleName}',
    name: 'getRole',
    summary: 'A role',
    needs: { global: [neededToRead.role] },
    reply: roleResponse,
    etag: 'content',
    answer: async ({ database }, { path }) => showRole(await getRole(database, path.roleName)),
  }),
];

const bulkRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/roles',
    name: 'createRoles',
    summary: 'Makes roles, all or none',
    needs: { global: [neededToChange.role] },
    body: jsonBody(roleBodies),
    reply: null,
    answer: (deps, request) => createRoles(deps, request, request.body),
  }),
  route({
    method: 'PUT',
    path: '/roles',
    name: 'updateRoles',
    summary: 'Changes the roles that are named, all or none; others stay',
    needs: { global: [neededToChange.role] },
    body: jsonBody(roleBodies),
    reply: null,
    answer: (deps, request) => updateRoles(deps, request, request.body),
  }),
];

const singleRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/roles/{roleName}',
    name: 'createRole',
    summary: 'Makes a role; its principals are users and groups, by name',
    needs: { global: [neededToChange.role] },
    body: jsonBody(roleBody),
    reply: null,
    answer: (deps, request) => createRoles(deps, request, [roleAt(request.path.roleName, request.body)]),
  }),
  route({
    method: 'PUT',
    path: '/roles/{roleName}',
    name: 'updateRole',
    summary: 'Changes a role: sent members are replaced, the others stay',
    needs: { global: [neededToChange.role] },
    body: jsonBody(roleBody),
    reply: null,
    etag: 'content',
    answer: (deps, request) => updateRoles(deps, request, [roleAt(request.path.roleName, request.body)]),
  }),
  route({
    method: 'POST',
    path: '/roles/{roleName}/rename',
    name: 'renameRole',
    summary: 'Gives a role another name; teams that name it follow',
    needs: { global: [neededToChange.role] },
    query: z.object({ newName: optional(name) }),
    reply: null,
    answer: (deps, request) => {
      const { newName } = request.query;
      if (newName === undefined) throw new Invalid(message('field.text', { field: 'newName' }));
      return renameRole(deps, request, request.path.roleName, newName);
    },
  }),
  route({
    method: 'DELETE',
    path: '/roles/{roleName}',
    name: 'deleteRole',
    summary: 'Deletes a role, out of all teams',
    needs: { global: [neededToChange.role] },
    reply: null,
    answer: (deps, request) => deleteRole(deps, request, request.path.roleName),
  }),
];

/** Routes for roles (permissions.md, Roles). */
export const roles: readonly Route[] = [...readRoutes, ...bulkRoutes, ...singleRoutes];
