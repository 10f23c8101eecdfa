import { type DecisionContext, requireData } from '../decision/context.ts';
import { rootFolderId } from '../ids/id-kinds.ts';
import { type Message, message } from '../messages/message.ts';
import type { TaskDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import { keysIn } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';

/** Whom a team names: a user or a role, by what stays when it is written otherwise. */
export interface TeamMember {
  /** `user:` with a name in lower case, or `role:` with an id */
  readonly principal: string;
  /** as people write it */
  readonly name: string;
}

/** A team of a folder, or of a template or release at the top (permissions.md, section 3). */
export interface Team {
  /** the last segment of its id */
  readonly id: string;
  /** unique among the teams of its scope */
  readonly name: string;
  /** ids of local permissions */
  readonly permissions: readonly string[];
  readonly members: readonly TeamMember[];
}

/** How teams name a user. Names of people compare in lower case. */
const userPrincipal = (username: string): string => `user:${username.toLowerCase()}`;

/** How teams name a role. */
const rolePrincipal = (id: string): string => `role:${id}`;

export const userMember = (name: string): TeamMember => ({ principal: userPrincipal(name), name });
export const roleMember = ({ id, name }: { readonly id: string; readonly name: string }): TeamMember => ({
  principal: rolePrincipal(id),
  name,
});

/** The team that the owner of a new release at the top joins. */
export const releaseAdminTeam = 'Release Admin';

/** The team that `folderOwner` checks. */
export const folderOwnerTeam = 'Folder Owner';

/** The teams that each scope begins with, which are never removed or renamed: otherwise they are like any other. */
export const systemTeams = ['Template Owner', folderOwnerTeam, releaseAdminTeam] as const;

export const isSystemTeam = (name: string): boolean => systemTeams.some((systemTeam) => systemTeam === name);

/** The same teams under ids of their own, for another scope. */
export const copiesOf = (teams: readonly Team[], newId: () => string): readonly Team[] =>
  teams.map((team) => ({ ...team, id: newId() }));

/** The teams that tasks name, with the tasks in them. */
export const teamsIn = (drafts: readonly TaskDraft[]): readonly string[] =>
  drafts.flatMap(({ team, tasks = [] }) => [...(team ? [team] : []), ...teamsIn(tasks)]);

const isLiteralName = (name: string): boolean => name.trim() !== '' && keysIn(name).length === 0;

/**
 * The names, each once, that are not among the teams of a folder. A folder without teams takes any name, and so does a text
 * with placeholders.
 */
export const unknownTeams = (names: readonly string[], teams: readonly string[] | null): readonly string[] =>
  teams === null ? [] : [...new Set(names)].filter((name) => isLiteralName(name) && !teams.includes(name));

/** The warning about a team that a task of an import names, and that its folder does not have. */
export const unknownTeamWarning = (team: string): Message => message('import.unknownTeam', { team });

/**
 * Refuses tasks that name a team which is not among the teams of their folder. The top takes any name. Throws Invalid,
 * MissingData.
 */
export function requireExistingTeams(
  drafts: readonly TaskDraft[],
  { folderId }: Pick<Release, 'folderId'>,
  { env }: Pick<DecisionContext, 'env'>,
): void {
  const names = teamsIn(drafts).filter(isLiteralName);
  if (names.length === 0 || folderId === rootFolderId) return;
  const teams = requireData(env.data.teams, { kind: 'teams' });
  const [unknown] = unknownTeams(names, teams);
  if (unknown !== undefined) throw new Invalid(message('team.unknown', { name: unknown }));
}
