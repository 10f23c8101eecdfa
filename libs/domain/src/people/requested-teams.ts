import { message } from '../messages/message.ts';
import { globalPermissions, localPermissions } from '../model/catalogs/permissions.ts';
import { Conflict, Invalid } from '../model/errors.ts';
import { copiesOf, isSystemTeam, type Team, type TeamMember } from './teams.ts';

/** A team in a request. */
export interface RequestedTeam {
  /** The last segment of an id. If null or unknown, the team is matched by name. */
  readonly id: string | null;
  readonly name: string;
  /** null: the permissions stay unchanged */
  readonly permissions: readonly string[] | null;
  /** null: the members stay unchanged */
  readonly members: readonly TeamMember[] | null;
}

const isGlobal: ReadonlySet<string> = new Set(globalPermissions);
const isLocal: ReadonlySet<string> = new Set(localPermissions);

/** Whether teams can hold a permission. */
export const isGrantable = (permission: string): boolean => isLocal.has(permission);

/** Throws Invalid for a permission that teams cannot have. */
function requireGrantable(requested: readonly RequestedTeam[]): void {
  requested.forEach(({ permissions }, index) => {
    const wrong = permissions?.find((permission) => !isGrantable(permission));
    if (wrong === undefined) return;
    const problem = isGlobal.has(wrong)
      ? message('permission.ofRoles', { permission: wrong })
      : message('permission.none', { permission: wrong });
    throw new Invalid(message('role.permissionsOf', { index, problem }));
  });
}

function requireDistinctNames(names: readonly string[]): void {
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate !== undefined) throw new Conflict(message('team.exists', { name: duplicate }));
}

/**
 * Returns the existing team for each requested one, or null: by its id, otherwise by its name if no other id matches
 * that team.
 */
function matchTeams(requested: readonly RequestedTeam[], existing: readonly Team[]): readonly (Team | null)[] {
  const byId = requested.map(({ id }, index) => {
    const isFirst = requested.findIndex((candidate) => candidate.id === id) === index;
    return (id !== null && isFirst && existing.find((team) => team.id === id)) || null;
  });
  return requested.map(({ name }, index) => {
    const own = byId[index] ?? null;
    return own ?? existing.find((team) => team.name === name && !byId.includes(team)) ?? null;
  });
}

/**
 * Returns the teams of a scope after a request with the whole list (permissions.md, section 3). Teams that match by id
 * or name keep their absent members. Missing teams are deleted, except system teams, which stay unchanged. Throws
 * Invalid for permissions that teams cannot have; Conflict for duplicate names and for a renamed system team.
 */
export function replaceTeams(
  requested: readonly RequestedTeam[],
  existing: readonly Team[],
  newId: () => string,
): readonly Team[] {
  requireGrantable(requested);
  const before = matchTeams(requested, existing);
  const updated = requested.map(({ name, permissions, members }, index): Team => {
    const old = before[index];
    if (old && isSystemTeam(old.name) && old.name !== name)
      throw new Conflict(message('team.isSystem', { name: old.name, newName: name }));
    return {
      id: old?.id ?? newId(),
      name,
      permissions: [...new Set(permissions ?? old?.permissions)],
      members: distinctMembers(members ?? old?.members ?? []),
    };
  });
  const keptSystemTeams = existing.filter((team) => isSystemTeam(team.name) && !before.includes(team));
  const teams = [...keptSystemTeams, ...updated];
  requireDistinctNames(teams.map(({ name }) => name));
  return teams;
}

const distinctMembers = (members: readonly TeamMember[]): readonly TeamMember[] => [
  ...new Map(members.map((member) => [member.principal, member])).values(),
];

/** The teams of a folder after a request: its own teams, or those that it inherits. */
export type FolderTeams = { readonly kind: 'own'; readonly teams: readonly Team[] } | { readonly kind: 'inherits' };

/** The teams of a folder before a request. */
export interface CurrentFolderTeams {
  /** the folder's own teams, or those that it inherits */
  readonly existing: readonly Team[];
  readonly inherits: boolean;
  /** whether the folder has no parent to inherit from */
  readonly isAtTop: boolean;
}

/**
 * Returns the teams of a folder after a request with the whole list. With an empty list, a folder below the top level
 * inherits its teams. Any other list gives an inheriting folder its own teams. Throws the errors of `replaceTeams`.
 */
export function replaceFolderTeams(
  requested: readonly RequestedTeam[],
  { existing, inherits, isAtTop }: CurrentFolderTeams,
  newId: () => string,
): FolderTeams {
  if (requested.length === 0 && !isAtTop) return { kind: 'inherits' };
  const teams = replaceTeams(requested, existing, newId);
  return { kind: 'own', teams: inherits ? copiesOf(teams, newId) : teams };
}
