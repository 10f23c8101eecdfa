import { permissions } from '@slipway/domain';
import { list } from '@slipway/wire';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';

const areas = [
  { area: 'release', at: '/releases/permissions', name: 'getReleasePermissions' },
  { area: 'template', at: '/templates/permissions', name: 'getTemplatePermissions' },
  { area: 'folder', at: '/folders/permissions', name: 'getFolderPermissions' },
] as const;

/** The permissions that a team can have on releases, templates and folders (rest-api.md, section Team). */
export const permissionNames: readonly Route[] = areas.map(({ area, at, name }) =>
  route({
    method: 'GET',
    path: at,
    name,
    summary: `The permissions that there are on a ${area}`,
    needs: 'anyone',
    reply: list(z.string()),
    answer: async () => permissions.filter((permission) => permission.startsWith(`${area}#`)),
  }),
);
