import { clip, Invalid } from '../model/errors.ts';
import type { GivenTeam } from './given-teams.ts';
import { roleMember, type TeamMember, userMember } from './teams.ts';

interface KnownRole {
  readonly id: string;
  readonly name: string;
}

/** Who there is of those that teams name. */
export interface KnownPeople {
  /** names as they were made */
  readonly users: readonly string[];
  readonly roles: readonly KnownRole[];
}

const isNamed = (name: string, written: string): boolean => name.toLowerCase() === written.toLowerCase();

/** The user of this name, in any letter case; null if unknown. */
export function knownUser({ users }: KnownPeople, written: string): TeamMember | null {
  const name = users.find((user) => isNamed(user, written));
  return name === undefined ? null : userMember(name);
}

/** The role of this name, in any letter case; null if unknown. */
export function knownRole({ roles }: KnownPeople, written: string): TeamMember | null {
  const role = roles.find(({ name }) => isNamed(name, written));
  return role === undefined ? null : roleMember(role);
}

/** A requested member of a team, before it is resolved. */
export interface NamedMember {
  readonly kind: 'user' | 'role';
  /** of a role, where it was given */
  readonly roleId: string | null;
  /** empty where only a role's id was given; some clients write its id here */
  readonly name: string;
}

/** A requested team, with members by name. */
export interface NamedTeam extends Omit<GivenTeam, 'members'> {
  readonly members: readonly NamedMember[] | null;
}

/**
 * Teams with the members that are meant: a role is known by its id, or by its name alone. Throws Invalid for roles that there
 * are not, and for users, unless there may be some who have not logged in yet (permissions.md, section 3).
 */
export function givenTeams(
  named: readonly NamedTeam[],
  known: KnownPeople,
  takesUnknown: boolean,
): readonly GivenTeam[] {
  const memberOf = (member: NamedMember, at: string): TeamMember => {
    const found = member.kind === 'role' ? roleOf(member, known) : userOf(member, known, takesUnknown);
    if (found !== null) return found;
    throw new Invalid(`${at}: there is no ${member.kind} '${clip(member.name || (member.roleId ?? ''))}'`);
  };
  return named.map(({ members, ...team }, index) => ({
    ...team,
    members: members?.map((member, at) => memberOf(member, `${index}.members.${at}`)) ?? null,
  }));
}

function roleOf({ roleId, name }: NamedMember, known: KnownPeople): TeamMember | null {
  const byId = known.roles.find(({ id }) => id === (roleId ?? name));
  return byId === undefined ? knownRole(known, name) : roleMember(byId);
}

function userOf({ name }: NamedMember, known: KnownPeople, takesUnknown: boolean): TeamMember | null {
  const found = knownUser(known, name);
  return found === null && takesUnknown && name !== '' ? userMember(name) : found;
}
