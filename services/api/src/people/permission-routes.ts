import { list } from '@slipway/api-schema/format';
import { globalPermissions, localPermissions } from '@slipway/domain/model';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';

const permissionsOfArea = (area: string) => localPermissions.filter((permission) => permission.startsWith(`${area}#`));

/**
 * The lists of permissions. The teams of a folder can grant all local permissions, because they apply to its objects.
 */
const kinds = [
  { at: '/global-permissions', name: 'getGlobalPermissions', description: 'that roles hold', ids: globalPermissions },
  {
    at: '/releases/permissions',
    name: 'getReleasePermissions',
    description: 'on a release',
    ids: permissionsOfArea('release'),
  },
  {
    at: '/templates/permissions',
    name: 'getTemplatePermissions',
    description: 'on a template',
    ids: permissionsOfArea('template'),
  },
  {
    at: '/folders/permissions',
    name: 'getFolderPermissions',
    description: 'that teams of folders hold',
    ids: localPermissions,
  },
] as const;

/** Routes that list all permissions (rest-api.md, section Team; permissions.md, Permission ids). */
export const permissionNames: readonly Route[] = kinds.map(({ at, name, description, ids }) =>
  route({
    method: 'GET',
    path: at,
    name,
    summary: `The permissions ${description}`,
    needs: 'anyone',
    reply: list(z.string()),
    answer: async () => ids,
  }),
);
