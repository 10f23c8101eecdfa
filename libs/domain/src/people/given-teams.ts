import { Conflict, clip, Invalid } from '../model/errors.ts';
import { globalPermissions, localPermissions } from '../model/permissions.ts';
import { copiesOf, isSystemTeam, type Team, type TeamMember } from './teams.ts';

/** A team in a request. */
export interface GivenTeam {
  /** The last segment of an id. If null or unknown, the team is matched by name. */
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
 * The teams of a scope after a request with the whole list (permissions.md, section 3). Teams that match by id or name keep
 * their absent members. Missing teams are removed, except system teams, which stay unchanged. Throws Invalid for
 * permissions that teams cannot have, Conflict for two teams of one name and for a renamed system team.
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

/** The teams of a folder after a request: it has these teams of its own, or inherits. */
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
 * The teams of a folder after a request with the whole list. An empty list makes the folder inherit, unless it is at
 * the top. Any other list gives an inheriting folder its own teams. Throws the errors of `teamsAfter`.
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
