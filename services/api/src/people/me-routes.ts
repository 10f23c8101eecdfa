import { expects, name, optional } from '@slipway/api-schema/format';
import { meResponse, permissionExplanationResponse } from '@slipway/api-schema/people';
import { renderMe, renderPermission } from '@slipway/application/people';
import { message } from '@slipway/domain/messages';
import { Invalid, type Permission, permissions } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';

const permissionQuery = z.object({
  user: optional(name).describe('oneself unless given'),
  permission: z.string(expects(message('expected.permissionId'))),
  id: optional(name).describe('of a folder, release, template, phase, task, trigger or configuration'),
});

function parsePermission(rawPermission: string): Permission {
  const knownPermission = permissions.find((candidate) => candidate === rawPermission);
  if (knownPermission === undefined) throw new Invalid(message('permission.noSuchId'));
  return knownPermission;
}

/** The current user, and explanations of permissions (an extension). */
export const me: readonly Route[] = [
  route({
    method: 'GET',
    path: '/me',
    name: 'getMe',
    summary: 'The current user: roles, global permissions and teams',
    needs: 'anyone',
    reply: meResponse,
    answer: ({ database }, { caller }) => renderMe({ database }, caller),
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
