import { clip } from '../model/errors.ts';
import { defaultTeams } from './default-teams.ts';
import { isGrantable, type RequestedTeam, replaceTeams } from './requested-teams.ts';
import { type ExistingPeople, findRoleMember, findUserMember } from './resolve-teams.ts';
import type { Team, TeamMember } from './teams.ts';

/** A team in the JSON of a template: users and roles by name. */
export interface TeamJson {
  readonly teamName: string;
  readonly members: readonly string[];
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/** The teams of an imported template, and a line for each part that was left out. */
export interface ImportedTeams {
  readonly teams: readonly Team[];
  readonly warnings: readonly string[];
}

/** Where the new template goes. */
export type ImportTarget =
  | { readonly kind: 'folder' }
  | { readonly kind: 'top'; readonly people: ExistingPeople; readonly creator: TeamMember | null };

/**
 * The teams of a new template whose JSON brings some: at the top these, without users, roles and permissions that there are
 * not, and system teams that it does not bring as they begin; in a folder none, since those of the folder hold (permissions.md,
 * section 3, import). Throws Conflict for two of a name.
 */
export function importTeams(rawTeams: readonly TeamJson[], target: ImportTarget, newId: () => string): ImportedTeams {
  if (target.kind === 'folder')
    return { teams: [], warnings: rawTeams.map(({ teamName }) => folderTeamsWarning(teamName)) };
  const resolved = rawTeams.map((team) => resolveTeam(team, target.people));
  const teams = replaceTeams(
    resolved.map(({ given: requested }) => requested),
    defaultTeams('plan', target.creator, newId),
    newId,
  );
  return {
    teams,
    warnings: resolved.flatMap(({ unknown, given: requested }) =>
      unknown.map((part) => omittedWarning(part, requested.name)),
    ),
  };
}

const folderTeamsWarning = (team: string): string =>
  `teams: team '${clip(team)}' was left out: the teams of the folder apply`;
const omittedWarning = (part: string, team: string): string =>
  `teams: ${part} was left out of team '${clip(team)}': there is none`;

/** What is known of a team that was brought, and what is not. */
function resolveTeam({ teamName, members, roles, permissions }: TeamJson, people: ExistingPeople) {
  const unknown: string[] = [];
  const leaveOut = (part: string): readonly never[] => {
    unknown.push(part);
    return [];
  };
  const requested: RequestedTeam = {
    id: null,
    name: teamName,
    permissions: permissions.flatMap((name) => (isGrantable(name) ? name : leaveOut(`permission '${clip(name)}'`))),
    members: [
      ...members.flatMap((name) => findUserMember(people, name) ?? leaveOut(`user '${clip(name)}'`)),
      ...roles.flatMap((name) => findRoleMember(people, name) ?? leaveOut(`role '${clip(name)}'`)),
    ],
  };
  return { given: requested, unknown };
}
