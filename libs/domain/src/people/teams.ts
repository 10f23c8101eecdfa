import { type DecisionContext, requireData } from '../decision/context.ts';
import { rootFolderId } from '../ids/id-kinds.ts';
import { type Message, message } from '../messages/message.ts';
import type { ApprovalRequirement } from '../model/approval.ts';
import type { TaskDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import { keysIn } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';

/** A member of a team: a user or a role. */
export interface TeamMember {
  /** the stable key of the member: `user:` with a name in lower case, or `role:` with an id */
  readonly principal: string;
  /** the display name */
  readonly name: string;
}

/** A team of a folder, or of a top-level template or release (permissions.md, section 3). */
export interface Team {
  /** the last segment of its id */
  readonly id: string;
  /** unique among the teams of its scope */
  readonly name: string;
  /** ids of local permissions */
  readonly permissions: readonly string[];
  readonly members: readonly TeamMember[];
}

/** Returns the key of a user in teams. Usernames are case-insensitive. */
const userPrincipal = (username: string): string => `user:${username.toLowerCase()}`;

/** Returns the key of a role in teams. */
const rolePrincipal = (id: string): string => `role:${id}`;

export const userMember = (name: string): TeamMember => ({ principal: userPrincipal(name), name });
export const roleMember = ({ id, name }: { readonly id: string; readonly name: string }): TeamMember => ({
  principal: rolePrincipal(id),
  name,
});

/** The team that the owner of a new top-level release joins. */
export const releaseAdminTeam = 'Release Admin';

/** The team that the REST operation `folderOwner` checks. */
export const folderOwnerTeam = 'Folder Owner';

/** The default teams of each scope. They cannot be deleted or renamed. */
export const systemTeams = ['Template Owner', folderOwnerTeam, releaseAdminTeam] as const;

export const isSystemTeam = (name: string): boolean => systemTeams.some((systemTeam) => systemTeam === name);

/** Returns copies of teams with new ids, for another scope. */
export const copiesOf = (teams: readonly Team[], newId: () => string): readonly Team[] =>
  teams.map((team) => ({ ...team, id: newId() }));

/** Returns the names of the teams of these tasks and of all tasks in them. */
export const teamsIn = (drafts: readonly TaskDraft[]): readonly string[] =>
  drafts.flatMap(({ team, tasks = [] }) => [...(team ? [team] : []), ...teamsIn(tasks)]);

/** Returns the names of the teams that approval requirements of these tasks and of all tasks in them name. */
const approvingTeamsIn = (drafts: readonly TaskDraft[]): readonly string[] =>
  drafts.flatMap(({ approvalRequirements, tasks = [] }) => [
    ...teamsOfRequirements(approvalRequirements ?? []),
    ...approvingTeamsIn(tasks),
  ]);

/** Returns the names of the teams of approval requirements. A role takes precedence over a team. */
const teamsOfRequirements = (requirements: readonly ApprovalRequirement[]): readonly string[] =>
  requirements.flatMap(({ team, role }) => (team === null || role !== null ? [] : [team]));

const isLiteralName = (name: string): boolean => name.trim() !== '' && keysIn(name).length === 0;

/**
 * Returns the names that are not teams of a folder, without duplicates. Without teams (null), and for texts with
 * placeholders, any name is accepted.
 */
export const unknownTeams = (names: readonly string[], teams: readonly string[] | null): readonly string[] =>
  teams === null ? [] : [...new Set(names)].filter((name) => isLiteralName(name) && !teams.includes(name));

/** Returns the warning about a task of an import whose team does not exist in the folder. */
export const unknownTeamWarning = (team: string): Message => message('import.unknownTeam', { team });

/**
 * Requires that the teams of tasks and of their approval requirements exist in their folder. At the top level, any name
 * is accepted. Throws Invalid, MissingData.
 */
export function requireExistingTeams(
  drafts: readonly TaskDraft[],
  release: Pick<Release, 'folderId'>,
  context: Pick<DecisionContext, 'env'>,
): void {
  requireTeams([...teamsIn(drafts), ...approvingTeamsIn(drafts)], release, context);
}

/**
 * Requires that the teams which an update adds to the approval requirements of a gate exist in its folder. Throws
 * Invalid, MissingData.
 */
export function requireExistingApprovers(
  before: readonly ApprovalRequirement[],
  after: readonly ApprovalRequirement[],
  release: Pick<Release, 'folderId'>,
  context: Pick<DecisionContext, 'env'>,
): void {
  const stored = new Set(teamsOfRequirements(before));
  requireTeams(
    teamsOfRequirements(after).filter((team) => !stored.has(team)),
    release,
    context,
  );
}

function requireTeams(
  requested: readonly string[],
  { folderId }: Pick<Release, 'folderId'>,
  { env }: Pick<DecisionContext, 'env'>,
): void {
  const names = requested.filter(isLiteralName);
  if (names.length === 0 || folderId === rootFolderId) return;
  const teams = requireData(env.data.teams, { kind: 'teams' });
  const [unknown] = unknownTeams(names, teams);
  if (unknown !== undefined) throw new Invalid(message('team.unknown', { name: unknown }));
}
