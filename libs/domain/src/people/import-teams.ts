import { type Message, message } from '../messages/message.ts';
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

/** The teams of an imported template, and a warning for each omitted part. */
export interface ImportedTeams {
  readonly teams: readonly Team[];
  readonly warnings: readonly Message[];
}

/** The location of the imported template: a folder, or the top level. */
export type ImportTarget =
  | { readonly kind: 'folder' }
  | { readonly kind: 'top'; readonly people: ExistingPeople; readonly creator: TeamMember | null };

/**
 * Returns the teams of an imported template (permissions.md, section 3, import). A template in a folder has no teams of
 * its own. At the top level, unknown users, roles and permissions are omitted, and missing system teams get their
 * defaults. Throws Conflict for duplicate names.
 */
export function importTeams(rawTeams: readonly TeamJson[], target: ImportTarget, newId: () => string): ImportedTeams {
  if (target.kind === 'folder')
    return { teams: [], warnings: rawTeams.map(({ teamName: team }) => message('import.folderTeams', { team })) };
  const resolved = rawTeams.map((team) => resolveTeam(team, target.people));
  const teams = replaceTeams(
    resolved.map(({ requested }) => requested),
    defaultTeams('plan', target.creator, newId),
    newId,
  );
  return {
    teams,
    warnings: resolved.flatMap(({ unknown }) => unknown),
  };
}

/** Returns the known parts of an imported team, and warnings about the other parts. */
function resolveTeam({ teamName, members, roles, permissions }: TeamJson, people: ExistingPeople) {
  const unknown: Message[] = [];
  const team = teamName;
  const leaveOut = (warning: Message): readonly never[] => {
    unknown.push(warning);
    return [];
  };
  const requested: RequestedTeam = {
    id: null,
    name: teamName,
    permissions: permissions.flatMap((permission) =>
      isGrantable(permission) ? permission : leaveOut(message('import.unknownTeamPermission', { permission, team })),
    ),
    members: [
      ...members.flatMap(
        (user) => findUserMember(people, user) ?? leaveOut(message('import.unknownTeamUser', { user, team })),
      ),
      ...roles.flatMap(
        (role) => findRoleMember(people, role) ?? leaveOut(message('import.unknownTeamRole', { role, team })),
      ),
    ],
  };
  return { requested, unknown };
}
