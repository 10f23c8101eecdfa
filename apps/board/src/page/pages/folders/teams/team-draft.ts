import type { TeamViewResponse } from '@slipway/api-schema/people';
import { permissionName } from '../../../api/permission-words.ts';
import { updateWithRetry } from '../../../components/drafts/save-draft.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';

type Member = TeamViewResponse['members'][number];

/** The input of the team form. `id` is null for a new team. */
export interface TeamDraft {
  readonly id: string | null;
  readonly teamName: string;
  readonly members: readonly Member[];
  readonly permissions: readonly string[];
}

/** A team in the request body. Without `members` or `permissions`, the server keeps the stored ones. */
interface TeamInput {
  readonly id?: string;
  readonly teamName: string;
  readonly members?: readonly Pick<Member, 'name' | 'type' | 'roleId'>[];
  readonly permissions?: readonly string[];
}

type Teams = readonly TeamViewResponse[];

/** Returns the id of the folder that owns these teams; null: the list is empty. */
export function teamOwnerId(teams: Teams): string | null {
  const id = teams[0]?.id;
  return id === undefined ? null : id.slice(0, id.lastIndexOf('/'));
}

const identityOf = ({ id, teamName }: TeamViewResponse): TeamInput => ({ id, teamName });

const toTeamInput = ({ id, teamName, members, permissions }: TeamDraft): TeamInput => ({
  ...(id !== null && { id }),
  teamName,
  members: members.map(({ name, type, roleId }) => ({ name, type, ...(roleId !== undefined && { roleId }) })),
  permissions,
});

/** Returns the request body with one edited team. The other teams have only an id and a name. */
export function withTeam(teams: Teams, draft: TeamDraft): readonly TeamInput[] {
  const others = teams.filter(({ id }) => id !== draft.id).map(identityOf);
  return [...others, toTeamInput(draft)];
}

/** Returns the request body without one team. */
export const withoutTeam = (teams: Teams, id: string): readonly TeamInput[] =>
  teams.filter((team) => team.id !== id).map(identityOf);

/** Returns the request body that copies inherited teams to a folder. */
export const copyAsOwn = (teams: Teams): readonly TeamInput[] => teams.map(({ teamName }) => ({ teamName }));

const keyOf = ({ name, type }: Member): string => `${type} ${name.toLowerCase()}`;
export const memberLabel = ({ name, type }: Member): string => (type === 'ROLE' ? t`the role ${name}` : name);

/** Returns the items of `after` whose keys are not in `before`. */
const addedItems = <Item>(
  before: readonly Item[],
  after: readonly Item[],
  key: (item: Item) => string,
): readonly Item[] => {
  const keys = new Set(before.map(key));
  return after.filter((item) => !keys.has(key(item)));
};

const identity = (text: string): string => text;

/** Returns the names of the permissions of `after` that `before` does not have. */
const addedNames = (before: TeamViewResponse, after: TeamViewResponse): readonly string[] =>
  addedItems(before.permissions, after.permissions, identity).map(permissionName);

function teamChanges(before: TeamViewResponse, after: TeamViewResponse): readonly string[] {
  const { teamName } = after;
  return [
    ...(before.teamName === teamName ? [] : [t`renamed ${before.teamName} to ${teamName}`]),
    ...addedItems(before.members, after.members, keyOf).map((item) => t`added ${memberLabel(item)} to ${teamName}`),
    ...addedItems(after.members, before.members, keyOf).map((item) => t`removed ${memberLabel(item)} from ${teamName}`),
    ...addedNames(before, after).map((name) => t`added the permission “${name}” to ${teamName}`),
    ...addedNames(after, before).map((name) => t`removed the permission “${name}” from ${teamName}`),
  ];
}

/** Returns a short text for each difference between two lists of teams. */
export function describeChanges(before: Teams, after: Teams): readonly string[] {
  if (teamOwnerId(before) !== teamOwnerId(after)) return [t('changed the inheritance of the teams')];
  const idOf = ({ id }: TeamViewResponse): string => id;
  return [
    ...addedItems(before, after, idOf).map(({ teamName }) => t`added the team ${teamName}`),
    ...addedItems(after, before, idOf).map(({ teamName }) => t`deleted the team ${teamName}`),
    ...after.flatMap((team) => {
      const previous = before.find(({ id }) => id === team.id);
      return previous === undefined ? [] : teamChanges(previous, team);
    }),
  ];
}

/** The maximum number of listed changes. */
const maxListedChanges = 5;

/** Returns the error text after a concurrent change of the teams; null: they are unchanged. */
export function conflictMessage(before: Teams, after: Teams): string | null {
  const differences = describeChanges(before, after);
  if (differences.length === 0) return null;
  const changeList = differences.slice(0, maxListedChanges).join('; ');
  const moreText = differences.length > maxListedChanges ? t`; +${differences.length - maxListedChanges} more` : '';
  return t`Another user has changed the teams: ${changeList}${moreText}. Nothing was saved; save again to overwrite.`;
}

/** Another user has changed the teams. The message lists the changes, and `teams` has the current list. */
export class ConflictError extends Error {
  readonly teams: Teams;
  constructor(sentence: string, teams: Teams) {
    super(sentence);
    this.teams = teams;
  }
}

export const teamsPath = (folderId: string): string => `/folders/${lastSegment(folderId)}/teams`;

/**
 * Replaces all teams of a folder, unless they differ from `seenTeams`. Without this check, the request would revert
 * concurrent changes. Throws ConflictError, ApiError, OfflineError.
 */
export async function saveTeams(folderId: string, seenTeams: Teams, list: readonly unknown[]): Promise<void> {
  const requireUnchanged = (currentTeams: Teams): readonly unknown[] => {
    const conflict = conflictMessage(seenTeams, currentTeams);
    if (conflict !== null) throw new ConflictError(conflict, currentTeams);
    return list;
  };
  await updateWithRetry(teamsPath(folderId), requireUnchanged, 'POST');
}
