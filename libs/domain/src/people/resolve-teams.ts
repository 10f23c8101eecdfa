import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import type { RequestedTeam } from './requested-teams.ts';
import { roleMember, type TeamMember, userMember } from './teams.ts';

interface ExistingRole {
  readonly id: string;
  readonly name: string;
}

/** The existing users and roles among the requested members. */
export interface ExistingPeople {
  /** usernames in the letter case of their creation */
  readonly users: readonly string[];
  readonly roles: readonly ExistingRole[];
}

const hasName = (name: string, rawName: string): boolean => name.toLowerCase() === rawName.toLowerCase();

/** Returns the user of a name, case-insensitively; null if unknown. */
export function findUserMember({ users }: ExistingPeople, rawName: string): TeamMember | null {
  const name = users.find((user) => hasName(user, rawName));
  return name === undefined ? null : userMember(name);
}

/** Returns the role of a name, case-insensitively; null if unknown. */
export function findRoleMember({ roles }: ExistingPeople, rawName: string): TeamMember | null {
  const role = roles.find(({ name }) => hasName(name, rawName));
  return role === undefined ? null : roleMember(role);
}

/** A requested member of a team, before it is resolved. */
export interface NamedMember {
  readonly kind: 'user' | 'role';
  /** the id of the role; null if it is a user or the request has no id */
  readonly roleId: string | null;
  /** empty if the request has only the id of a role; some clients send that id as the name */
  readonly name: string;
}

/** A requested team, with members by name. */
export interface NamedTeam extends Omit<RequestedTeam, 'members'> {
  readonly members: readonly NamedMember[] | null;
}

/**
 * Resolves the members of requested teams: users by name, roles by id or name. Throws Invalid for an unknown role, and
 * for an unknown user unless `acceptsUnknown`, for users who have not logged in yet (permissions.md, section 3).
 */
export function resolveTeams(
  named: readonly NamedTeam[],
  people: ExistingPeople,
  acceptsUnknown: boolean,
): readonly RequestedTeam[] {
  const resolveMember = (member: NamedMember, path: string): TeamMember => {
    const resolved = member.kind === 'role' ? roleOf(member, people) : userOf(member, people, acceptsUnknown);
    if (resolved !== null) return resolved;
    const code = member.kind === 'role' ? 'member.unknownRole' : 'member.unknownUser';
    throw new Invalid(message(code, { field: path, name: member.name || (member.roleId ?? '') }));
  };
  return named.map(({ members, ...team }, index) => ({
    ...team,
    members: members?.map((member, path) => resolveMember(member, `${index}.members.${path}`)) ?? null,
  }));
}

function roleOf({ roleId, name }: NamedMember, people: ExistingPeople): TeamMember | null {
  const byId = people.roles.find(({ id }) => id === (roleId ?? name));
  return byId === undefined ? findRoleMember(people, name) : roleMember(byId);
}

function userOf({ name }: NamedMember, people: ExistingPeople, acceptsUnknown: boolean): TeamMember | null {
  const resolved = findUserMember(people, name);
  return resolved === null && acceptsUnknown && name !== '' ? userMember(name) : resolved;
}
