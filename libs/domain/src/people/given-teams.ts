import { Conflict, clip, Invalid } from '../model/errors.ts';
import { globalPermissions, localPermissions } from '../model/permissions.ts';
import { copiesOf, isSystemTeam, type Team, type TeamMember } from './teams.ts';

/** A team as somebody wants it to be. */
export interface GivenTeam {
  /** the last segment of an id; null, or of no team that is there: the name tells which one is meant */
  readonly id: string | null;
  readonly name: string;
  /** null: as they are */
  readonly permissions: readonly string[] | null;
  /** null: as they are */
  readonly members: readonly TeamMember[] | null;
}

const isGlobal: ReadonlySet<string> = new Set(globalPermissions);
const isLocal: ReadonlySet<string> = new Set(localPermissions);

/** Whether teams can hold a permission. */
export const isGrantable = (permission: string): boolean => isLocal.has(permission);

/** Refuses permissions that no team can hold. Throws Invalid. */
function requireGrantable(given: readonly GivenTeam[]): void {
  given.forEach(({ permissions }, index) => {
    const wrong = permissions?.find((each) => !isGrantable(each));
    if (wrong === undefined) return;
    const why = isGlobal.has(wrong)
      ? `the permission ${wrong} is global: roles hold it, teams cannot`
      : `there is no permission '${clip(wrong)}'`;
    throw new Invalid(`${index}.permissions: ${why}`);
  });
}

function requireDistinct(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Conflict(`teams: a team named '${clip(twice)}' exists already`);
}

/** For each given team the one that it means: that of its id, otherwise that of its name which no other id means. */
function matched(given: readonly GivenTeam[], present: readonly Team[]): readonly (Team | null)[] {
  const byId = given.map(({ id }, index) => {
    const isFirst = given.findIndex((other) => other.id === id) === index;
    return (id !== null && isFirst && present.find((team) => team.id === id)) || null;
  });
  return given.map(({ name }, index) => {
    const own = byId[index] ?? null;
    return own ?? present.find((team) => team.name === name && !byId.includes(team)) ?? null;
  });
}

/**
 * The teams of a scope after somebody has given the whole list (people.md, section 3): those that are matched by id or name
 * keep what is not said of them, those left out are removed, except system teams, which stay as they are. Throws Invalid
 * for permissions that teams cannot hold, Conflict for two of a name and for a system team under another one.
 */
export function teamsAfter(
  given: readonly GivenTeam[],
  present: readonly Team[],
  newId: () => string,
): readonly Team[] {
  requireGrantable(given);
  const before = matched(given, present);
  const wanted = given.map(({ name, permissions, members }, index): Team => {
    const old = before[index];
    if (old && isSystemTeam(old.name) && old.name !== name)
      throw new Conflict(`teams: the team '${old.name}' cannot be named '${clip(name)}': it is a system team`);
    return {
      id: old?.id ?? newId(),
      name,
      permissions: [...new Set(permissions ?? old?.permissions)],
      members: distinct(members ?? old?.members ?? []),
    };
  });
  const left = present.filter((team) => isSystemTeam(team.name) && !before.includes(team));
  const teams = [...left, ...wanted];
  requireDistinct(teams.map(({ name }) => name));
  return teams;
}

const distinct = (members: readonly TeamMember[]): readonly TeamMember[] => [
  ...new Map(members.map((member) => [member.principal, member])).values(),
];

/** What becomes of a folder whose teams were given: it has these of its own, or inherits. */
export type FolderTeams = { readonly kind: 'own'; readonly teams: readonly Team[] } | { readonly kind: 'inherits' };

/** A folder whose teams are given. */
export interface TeamsOfFolder {
  /** its own, or those that it inherits */
  readonly present: readonly Team[];
  readonly inherits: boolean;
  /** whether there is nothing that it could inherit */
  readonly isAtTop: boolean;
}

/**
 * The teams of a folder after somebody has given the whole list: an empty one has it inherit, unless it is at the top; any
 * other gives a folder that inherits teams of its own, made of those. Throws what `teamsAfter` throws.
 */
export function folderTeamsAfter(
  given: readonly GivenTeam[],
  { present, inherits, isAtTop }: TeamsOfFolder,
  newId: () => string,
): FolderTeams {
  if (given.length === 0 && !isAtTop) return { kind: 'inherits' };
  const teams = teamsAfter(given, present, newId);
  return { kind: 'own', teams: inherits ? copiesOf(teams, newId) : teams };
}
