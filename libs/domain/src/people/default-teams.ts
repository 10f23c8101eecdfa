import { type LocalPermission, localPermissions } from '../model/permissions.ts';
import { systemTeams, type Team, type TeamMember } from './teams.ts';

/** What new teams are for: a folder at the top, or a template or release there. */
export type TeamsOf = 'folder' | 'plan';

const allOf = (...areas: readonly string[]): readonly LocalPermission[] =>
  localPermissions.filter((permission) => areas.some((area) => permission.startsWith(`${area}#`)));

/** People.md, section 3: areas that are not there yet (groups, dashboards, deliveries) come with their subjects. */
const granted = {
  'Template Owner': [...allOf('template', 'trigger'), 'folder#view'],
  'Folder Owner': allOf('folder', 'trigger'),
  'Release Admin': [...allOf('release', 'trigger'), 'folder#view'],
} as const satisfies Readonly<Record<(typeof systemTeams)[number], readonly LocalPermission[]>>;

/** At the top the people of a release may see the template, too. */
const atTop: Readonly<Record<TeamsOf, readonly LocalPermission[]>> = { folder: [], plan: ['template#view'] };

/** The teams of a new top-level object, with its creator as the only member; empty if the creator is not a user. */
export const defaultTeams = (of: TeamsOf, creator: TeamMember | null, newId: () => string): readonly Team[] =>
  systemTeams.map((name) => ({
    id: newId(),
    name,
    permissions: [...granted[name], ...(name === 'Release Admin' ? atTop[of] : [])],
    members: creator === null ? [] : [creator],
  }));
