import { type Message, message } from '../messages/message.ts';
import { globalPermissions, type Permission } from '../model/catalogs/permissions.ts';
import { Invalid } from '../model/errors.ts';
import { adminUser } from './accounts.ts';
import { grantingPermissions } from './permission-holder.ts';

/** A role of a user. */
export interface RoleFact {
  readonly name: string;
  readonly permissions: readonly string[];
  /** the group of the user's login that has the role; null: the role names the user */
  readonly group: string | null;
}

/** A team of a scope, and whether the user is a member. */
export interface TeamFact {
  readonly name: string;
  readonly permissions: readonly string[];
  /** whether the team names the user */
  readonly byName: boolean;
  /** the names of the user's roles that are members of the team */
  readonly byRoles: readonly string[];
}

/** The object for which a permission is checked. */
export interface ObjectFact {
  /** its kind and title, such as `task 'Deploy'` */
  readonly what: Message;
  /** the object whose teams apply to it, or its own teams; null: no teams apply */
  readonly scope: Message | 'own' | null;
  readonly teams: readonly TeamFact[];
  /** whether the user owns the release, or the release of the task */
  readonly ownsRelease: boolean;
  /** whether the user owns the task, or is in its team */
  readonly takesPart: boolean;
}

/** All facts that determine whether a user has a permission. */
export interface PermissionFacts {
  /** in the letter case of its creation; null: the user does not exist */
  readonly username: string | null;
  readonly loginAllowed: boolean;
  readonly roles: readonly RoleFact[];
  /** Names of roles with the permission, independent of their members. */
  readonly rolesGranting: readonly string[];
  /** null: no object */
  readonly object: ObjectFact | null;
}

/** One fact that grants or denies the permission. */
export interface PermissionReason {
  readonly kind: 'USER' | 'ROLE' | 'TEAM' | 'OWNER' | 'PARTICIPANT' | 'PLACE';
  readonly grants: boolean;
  readonly message: Message;
  readonly role?: string;
  readonly team?: string;
}

export interface PermissionExplanation {
  readonly granted: boolean;
  readonly message: Message;
  readonly reasons: readonly PermissionReason[];
}

const isGlobal: ReadonlySet<string> = new Set(globalPermissions);
const quoted = (names: readonly string[]) => names.map((text) => message('quote.text', { text }));

/**
 * The actions on a task that owners and team members can run without the permission (permissions.md, Required
 * permissions).
 */
const participantPermissions: readonly Permission[] = [
  'release#view',
  'release#task_transition',
  'release#advance_task_transition',
  'release#edit_task_flag',
  'release#edit_task_attachments',
];

/**
 * Explains why a user has or lacks a permission, with each role and team that determines it (permissions.md, Finding a
 * permission). Throws Invalid if teams grant the permission and no object is given.
 */
export function explainPermission(
  rawUsername: string,
  permission: Permission,
  facts: PermissionFacts,
): PermissionExplanation {
  if (!isGlobal.has(permission) && facts.object === null)
    throw new Invalid(message('permission.idExpected', { permission }));
  const { username } = facts;
  if (username === null) return userDecision(false, message('permissionReason.unknownUser', { user: rawUsername }));
  if (!facts.loginAllowed) return userDecision(false, message('permissionReason.loginLocked', { user: username }));
  if (username === adminUser) return userDecision(true, message('permissionReason.admin'));
  const reasons = [
    ...roleReasons(username, permission, facts),
    ...(facts.object ? objectReasons(facts.object, username, permission) : []),
  ];
  const granting = reasons.find(({ grants }) => grants);
  if (granting !== undefined) return { granted: true, message: granting.message, reasons };
  return denied(username, permission, facts, reasons);
}

/** A result that does not depend on roles and teams. */
const userDecision = (granted: boolean, sentence: Message): PermissionExplanation => ({
  granted,
  message: sentence,
  reasons: [{ kind: 'USER', grants: granted, message: sentence }],
});

function denied(
  user: string,
  permission: Permission,
  { object, rolesGranting }: PermissionFacts,
  reasons: readonly PermissionReason[],
): PermissionExplanation {
  if (object !== null) {
    const sentence = message('permissionReason.missingOn', { user, permission, object: object.what });
    return { granted: false, message: sentence, reasons };
  }
  const sentence = message('permissionReason.missing', { user, permission });
  if (rolesGranting.length === 0) return { granted: false, message: sentence, reasons };
  const holders = message('permissionReason.rolesWithPermission', { permission, roles: quoted(rolesGranting) });
  return {
    granted: false,
    message: sentence,
    reasons: [...reasons, { kind: 'ROLE', grants: false, message: holders }],
  };
}

function roleReasons(user: string, permission: Permission, { roles }: PermissionFacts): readonly PermissionReason[] {
  const global = isGlobal.has(permission) ? [permission] : [];
  return roles.flatMap(({ name: role, permissions, group }): readonly PermissionReason[] => {
    const heldPermission = [...global, 'admin'].find((candidate) => permissions.includes(candidate));
    if (heldPermission === undefined && global.length === 0) return [];
    const membership =
      group === null ? message('membership.user', { user }) : message('membership.group', { group, user });
    const grant = roleGrant(permission, heldPermission);
    const sentence = message('permissionReason.role', { role, membership, grant });
    return [{ kind: 'ROLE', grants: heldPermission !== undefined, message: sentence, role }];
  });
}

function roleGrant(permission: Permission, heldPermission: string | undefined): Message {
  if (heldPermission === undefined) return message('grant.none', { permission });
  return heldPermission === 'admin' ? message('grant.all') : message('grant.permission', { permission });
}

function scopeMessage(object: Message, scope: ObjectFact['scope']): Message {
  if (scope === null) return message('permissionReason.withoutTeams', { object });
  return scope === 'own'
    ? message('permissionReason.ownTeams', { object })
    : message('permissionReason.teamsOfScope', { object, scope });
}

/** The decisions by the teams and the owner of an object. They do not affect a permission of roles. */
function objectReasons(place: ObjectFact, user: string, permission: Permission): readonly PermissionReason[] {
  if (isGlobal.has(permission)) return [];
  const { what: object, scope, teams, ownsRelease, takesPart } = place;
  const location: PermissionReason = {
    kind: 'PLACE',
    grants: false,
    message: scopeMessage(object, scope),
  };
  const owner: readonly PermissionReason[] =
    ownsRelease && permission === 'release#view'
      ? [{ kind: 'OWNER', grants: true, message: message('permissionReason.releaseOwner', { user }) }]
      : [];
  const participant: readonly PermissionReason[] =
    takesPart && participantPermissions.includes(permission)
      ? [{ kind: 'PARTICIPANT', grants: true, message: message('permissionReason.participant', { user, object }) }]
      : [];
  return [location, ...teams.flatMap((team) => teamReason(team, user, permission)), ...owner, ...participant];
}

/** A team is part of the explanation if the user is a member, or would have the permission as a member. */
function teamReason(fact: TeamFact, user: string, permission: Permission): readonly PermissionReason[] {
  const { name: team, permissions, byName, byRoles } = fact;
  const heldPermission = grantingPermissions(permission).find((candidate) => permissions.includes(candidate));
  const isMember = byName || byRoles.length > 0;
  if (!isMember && heldPermission === undefined) return [];
  const grant = teamGrant(permission, heldPermission);
  const sentence = message('permissionReason.team', { team, grant, membership: teamMembership(fact, user) });
  return [{ kind: 'TEAM', grants: isMember && heldPermission !== undefined, message: sentence, team }];
}

function teamGrant(permission: Permission, heldPermission: string | undefined): Message {
  if (heldPermission === undefined) return message('grant.none', { permission });
  return heldPermission === permission
    ? message('grant.permission', { permission })
    : message('grant.included', { permission: heldPermission, included: permission });
}

function teamMembership({ byName, byRoles }: TeamFact, user: string): Message {
  if (byName) return message('membership.user', { user });
  return byRoles.length > 0
    ? message('membership.roles', { roles: quoted(byRoles), user })
    : message('membership.none', { user });
}
