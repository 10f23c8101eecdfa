import { expects, flag, name, optional } from '@slipway/api-schema/format';
import { fullNamesResponse, meResponse, passwordBody, permissionExplanationResponse } from '@slipway/api-schema/people';
import { countUnread } from '@slipway/application/notifications';
import { renderFullNames, renderMe, renderPermission } from '@slipway/application/people';
import { message } from '@slipway/domain/messages';
import { Invalid, type Permission, permissions } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { jsonBodyWithPassword, type Route, route } from '../http/route.ts';
import { changePassword } from './change-password.ts';

const meQuery = z.object({
  teams: optional(flag).describe('false: without the teams, of which the creator of many releases has many'),
});

const permissionQuery = z
  .object({
    user: optional(name).describe('oneself unless given'),
    permission: optional(z.string()).describe('by default the one to view the object of `id`'),
    id: optional(name).describe('of a folder, release, template, phase, task, trigger or configuration'),
  })
  .refine(({ permission, id }) => permission !== undefined || id !== undefined, {
    path: ['permission'],
    ...expects(message('expected.permissionId')),
  });

function parsePermission(rawPermission: string | undefined): Permission | null {
  if (rawPermission === undefined) return null;
  const knownPermission = permissions.find((candidate) => candidate === rawPermission);
  if (knownPermission === undefined) throw new Invalid(message('permission.noSuchId'));
  return knownPermission;
}

/** Routes for the current user, and for explanations of permissions. They extend the API of the family. */
export const me: readonly Route[] = [
  route({
    method: 'GET',
    path: '/me',
    name: 'getMe',
    summary: 'The current user: roles, global permissions, missing permissions and teams',
    needs: 'anyone',
    beforeNewPassword: true,
    query: meQuery,
    reply: meResponse,
    answer: (deps, { caller, query: { teams } }) =>
      renderMe(deps, caller, { hasTeams: teams !== false, countUnread: () => countUnread(deps.database, caller) }),
  }),
  route({
    method: 'GET',
    path: '/me/full-names',
    name: 'getFullNames',
    summary: 'The full names of the 2000 users who were last active; every user can read them',
    needs: 'anyone',
    reply: fullNamesResponse,
    etag: 'content',
    answer: (deps) => renderFullNames(deps),
  }),
  route({
    method: 'PUT',
    path: '/me/password',
    name: 'updateMyPassword',
    summary: 'Changes your own password, with the current one, and ends your sessions',
    needs: 'anyone',
    beforeNewPassword: true,
    body: jsonBodyWithPassword(passwordBody),
    reply: null,
    answer: (deps, request) => changePassword(deps, request, request.caller.username),
  }),
  route({
    method: 'GET',
    path: '/explain/permission',
    name: 'explainPermission',
    summary: `Why a user has a permission or lacks it; for other users it requires ${neededToRead.permissionOfOthers}`,
    needs: 'anyone',
    query: permissionQuery,
    reply: permissionExplanationResponse,
    answer: ({ database }, { caller, query: { user = caller.username, permission, id = null } }) =>
      renderPermission(database, caller, { username: user, permission: parsePermission(permission), id }),
  }),
];
