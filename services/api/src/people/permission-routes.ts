import { globalPermissions, localPermissions } from '@slipway/domain';
import { list } from '@slipway/wire';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';

const ofArea = (area: string) => localPermissions.filter((permission) => permission.startsWith(`${area}#`));

/** The teams of a folder grant permissions on all objects in it. */
const kinds = [
  { at: '/global-permissions', name: 'getGlobalPermissions', what: 'that roles hold', ids: globalPermissions },
  { at: '/releases/permissions', name: 'getReleasePermissions', what: 'on a release', ids: ofArea('release') },
  { at: '/templates/permissions', name: 'getTemplatePermissions', what: 'on a template', ids: ofArea('template') },
  {
    at: '/folders/permissions',
    name: 'getFolderPermissions',
    what: 'that teams of folders hold',
    ids: localPermissions,
  },
] as const;

/** The permissions that there are (rest-api.md, section Team; permissions.md, Permission ids). */
export const permissionNames: readonly Route[] = kinds.map(({ at, name, what, ids }) =>
  route({
    method: 'GET',
    path: at,
    name,
    summary: `The permissions ${what}`,
    needs: 'anyone',
    reply: list(z.string()),
    answer: async () => ids,
  }),
);
