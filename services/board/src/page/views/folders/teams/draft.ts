import type { TeamViewAnswer } from '@slipway/wire';

type Member = TeamViewAnswer['members'][number];

/** A team in the form; `id` is null for a new one. */
export interface TeamDraft {
  readonly id: string | null;
  readonly teamName: string;
  readonly members: readonly Member[];
  readonly permissions: readonly string[];
}

/** What the list of teams is sent as: of a team that gives neither, members and permissions stay. */
interface SentTeam {
  readonly id?: string;
  readonly teamName: string;
  readonly members?: readonly Pick<Member, 'name' | 'type' | 'roleId'>[];
  readonly permissions?: readonly string[];
}

type Teams = readonly TeamViewAnswer[];

/** The id of the folder whose own these teams are; null: there is none. */
export function ownerOf(teams: Teams): string | null {
  const id = teams[0]?.id;
  return id === undefined ? null : id.slice(0, id.lastIndexOf('/'));
}

const named = ({ id, teamName }: TeamViewAnswer): SentTeam => ({ id, teamName });

const sent = ({ id, teamName, members, permissions }: TeamDraft): SentTeam => ({
  ...(id !== null && { id }),
  teamName,
  members: members.map(({ name, type, roleId }) => ({ name, type, ...(roleId !== undefined && { roleId }) })),
  permissions,
});

/** The whole list with one edited team; the others contain only their identity. */
export function withTeam(teams: Teams, draft: TeamDraft): readonly SentTeam[] {
  const others = teams.filter(({ id }) => id !== draft.id).map(named);
  return [...others, sent(draft)];
}

/** The whole list without one team. */
export const withoutTeam = (teams: Teams, id: string): readonly SentTeam[] =>
  teams.filter((team) => team.id !== id).map(named);

/** The list that gives a folder teams of its own, which begin as those that it inherits. */
export const asOwn = (teams: Teams): readonly SentTeam[] => teams.map(({ teamName }) => ({ teamName }));

const keyOf = ({ name, type }: Member): string => `${type} ${name.toLowerCase()}`;
export const calledMember = ({ name, type }: Member): string => (type === 'ROLE' ? `the role ${name}` : name);

/** What is in the second list and not in the first, by a key. */
const newIn = <Item>(before: readonly Item[], after: readonly Item[], key: (item: Item) => string): readonly Item[] => {
  const known = new Set(before.map(key));
  return after.filter((item) => !known.has(key(item)));
};

const same = (text: string): string => text;

function changesOf(before: TeamViewAnswer, after: TeamViewAnswer): readonly string[] {
  const { teamName } = after;
  return [
    ...(before.teamName === teamName ? [] : [`${before.teamName} is called ${teamName}`]),
    ...newIn(before.members, after.members, keyOf).map((one) => `${calledMember(one)} is in ${teamName}`),
    ...newIn(after.members, before.members, keyOf).map((one) => `${calledMember(one)} is no longer in ${teamName}`),
    ...newIn(before.permissions, after.permissions, same).map((one) => `${teamName} has ${one}`),
    ...newIn(after.permissions, before.permissions, same).map((one) => `${teamName} has ${one} no longer`),
  ];
}

/** The changes of teams, in words, one for each. */
export function differencesOf(before: Teams, after: Teams): readonly string[] {
  if (ownerOf(before) !== ownerOf(after)) return ['the folder has its teams from elsewhere'];
  const idOf = ({ id }: TeamViewAnswer): string => id;
  return [
    ...newIn(before, after, idOf).map(({ teamName }) => `there is a new team ${teamName}`),
    ...newIn(after, before, idOf).map(({ teamName }) => `there is no team ${teamName} any more`),
    ...after.flatMap((team) => {
      const old = before.find(({ id }) => id === team.id);
      return old === undefined ? [] : changesOf(old, team);
    }),
  ];
}

/** The maximum number of listed changes. */
const mostTold = 5;

/** The message after a concurrent change of the list. */
export function meanwhileOf(before: Teams, after: Teams): string | null {
  const differences = differencesOf(before, after);
  if (differences.length === 0) return null;
  const told = differences.slice(0, mostTold).join('; ');
  const more = differences.length > mostTold ? `; and ${differences.length - mostTold} more` : '';
  return `Another user has changed the teams: ${told}${more}. Nothing was saved; save again to overwrite.`;
}
