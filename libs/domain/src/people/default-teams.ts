import { type LocalPermission, localPermissions } from '../model/permissions.ts';
import { systemTeams, type Team, type TeamMember } from './teams.ts';

/** What new teams are for: a folder at the top, or a template or release there. */
export type TeamScope = 'folder' | 'plan';

const permissionsIn = (...areas: readonly string[]): readonly LocalPermission[] =>
  localPermissions.filter((permission) => areas.some((area) => permission.startsWith(`${area}#`)));

/** People.md, section 3: areas that are not there yet (groups, dashboards, deliveries) come with their subjects. */
const systemPermissions = {
  'Template Owner': [...permissionsIn('template', 'trigger'), 'folder#view'],
  'Folder Owner': permissionsIn('folder', 'trigger'),
  'Release Admin': [...permissionsIn('release', 'trigger'), 'folder#view'],
} as const satisfies Readonly<Record<(typeof systemTeams)[number], readonly LocalPermission[]>>;

/** At the top the people of a release may see the template, too. */
const topPermissions: Readonly<Record<TeamScope, readonly LocalPermission[]>> = { folder: [], plan: ['template#view'] };

/** The teams of a new top-level object, with its creator as the only member; empty if the creator is not a user. */
export const defaultTeams = (scope: TeamScope, creator: TeamMember | null, newId: () => string): readonly Team[] =>
  systemTeams.map((name) => ({
    id: newId(),
    name,
    permissions: [...systemPermissions[name], ...(name === 'Release Admin' ? topPermissions[scope] : [])],
    members: creator === null ? [] : [creator],
  }));
