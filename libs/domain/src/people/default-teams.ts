import { type LocalPermission, localPermissions } from '../model/catalogs/permissions.ts';
import { systemTeams, type Team, type TeamMember } from './teams.ts';

/** The owner of new teams: a top-level folder, or a top-level template or release. */
export type TeamScope = 'folder' | 'plan';

const permissionsIn = (...areas: readonly string[]): readonly LocalPermission[] =>
  localPermissions.filter((permission) => areas.some((area) => permission.startsWith(`${area}#`)));

/** The default permissions of system teams (permissions.md, Teams), without the areas group and delivery. */
const systemPermissions = {
  'Template Owner': [...permissionsIn('template', 'trigger'), 'folder#view'],
  'Folder Owner': permissionsIn('folder', 'trigger', 'dashboard'),
  'Release Admin': [...permissionsIn('release', 'trigger'), 'folder#view'],
} as const satisfies Readonly<Record<(typeof systemTeams)[number], readonly LocalPermission[]>>;

/** The additional permissions of the Release Admin team in a top-level template or release. */
const topPermissions: Readonly<Record<TeamScope, readonly LocalPermission[]>> = { folder: [], plan: ['template#view'] };

/** Returns the teams of a new top-level object, with its creator as the only member; without members if it has none. */
export const defaultTeams = (scope: TeamScope, creator: TeamMember | null, newId: () => string): readonly Team[] =>
  systemTeams.map((name) => ({
    id: newId(),
    name,
    permissions: [...systemPermissions[name], ...(name === 'Release Admin' ? topPermissions[scope] : [])],
    members: creator === null ? [] : [creator],
  }));
