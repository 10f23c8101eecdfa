import { Invalid, neededToRead, type Permission, permissions } from '@slipway/domain';
import { renderMe, renderPermission } from '@slipway/resources';
import { meAnswer, name, optional, permissionExplanationAnswer } from '@slipway/wire';
import { z } from 'zod';
import { type Route, route } from '../../http/route.ts';

const question = z.object({
  user: optional(name).describe('oneself unless given'),
  permission: z.string({ error: 'expected the id of a permission' }),
  id: optional(name).describe('of a folder, release, template, phase, task, trigger or configuration'),
});

function permissionNamed(written: string): Permission {
  const known = permissions.find((each) => each === written);
  if (known === undefined) throw new Invalid('permission: there is none of this id');
  return known;
}

/** The current user, and explanations of permissions (an extension). */
export const me: readonly Route[] = [
  route({
    method: 'GET',
    path: '/me',
    name: 'getMe',
    summary: 'The current user: roles, global permissions and teams',
    needs: 'anyone',
    reply: meAnswer,
    answer: ({ database }, { caller }) => renderMe({ database }, caller),
  }),
  route({
    method: 'GET',
    path: '/explain/permission',
    name: 'explainPermission',
    summary: `Why a user has a permission or lacks it; for other users it requires ${neededToRead.permissionOfOthers}`,
    needs: 'anyone',
    query: question,
    reply: permissionExplanationAnswer,
    answer: ({ database }, { caller, query: { user = caller.username, permission, id = null } }) =>
      renderPermission(database, caller, { username: user, permission: permissionNamed(permission), id }),
  }),
];
