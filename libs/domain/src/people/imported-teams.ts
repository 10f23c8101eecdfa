import { clip } from '../model/errors.ts';
import { defaultTeams } from './default-teams.ts';
import { type GivenTeam, isGrantable, teamsAfter } from './given-teams.ts';
import { type KnownPeople, knownRole, knownUser } from './known-people.ts';
import type { Team, TeamMember } from './teams.ts';

/** A team in the JSON of a template: users and roles by name. */
export interface TeamInJson {
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
  | { readonly kind: 'top'; readonly known: KnownPeople; readonly creator: TeamMember | null };

/**
 * The teams of a new template whose JSON brings some: at the top these, without users, roles and permissions that there are
 * not, and system teams that it does not bring as they begin; in a folder none, since those of the folder hold (permissions.md,
 * section 3, import). Throws Conflict for two of a name.
 */
export function importedTeams(
  brought: readonly TeamInJson[],
  target: ImportTarget,
  newId: () => string,
): ImportedTeams {
  if (target.kind === 'folder') return { teams: [], warnings: brought.map(({ teamName }) => heldByFolder(teamName)) };
  const read = brought.map((team) => knownOf(team, target.known));
  const teams = teamsAfter(
    read.map(({ given }) => given),
    defaultTeams('plan', target.creator, newId),
    newId,
  );
  return { teams, warnings: read.flatMap(({ unknown, given }) => unknown.map((what) => dropped(what, given.name))) };
}

const heldByFolder = (team: string): string =>
  `teams: team '${clip(team)}' was left out: the teams of the folder apply`;
const dropped = (what: string, team: string): string =>
  `teams: ${what} was left out of team '${clip(team)}': there is none`;

/** What is known of a team that was brought, and what is not. */
function knownOf({ teamName, members, roles, permissions }: TeamInJson, known: KnownPeople) {
  const unknown: string[] = [];
  const leaveOut = (what: string): readonly never[] => {
    unknown.push(what);
    return [];
  };
  const given: GivenTeam = {
    id: null,
    name: teamName,
    permissions: permissions.flatMap((each) => (isGrantable(each) ? each : leaveOut(`permission '${clip(each)}'`))),
    members: [
      ...members.flatMap((each) => knownUser(known, each) ?? leaveOut(`user '${clip(each)}'`)),
      ...roles.flatMap((each) => knownRole(known, each) ?? leaveOut(`role '${clip(each)}'`)),
    ],
  };
  return { given, unknown };
}
