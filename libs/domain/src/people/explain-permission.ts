import { message } from '../messages/message.ts';
import { clip, Invalid } from '../model/errors.ts';
import { globalPermissions, type Permission } from '../model/permissions.ts';
import { adminUser } from './accounts.ts';
import { grantingPermissions } from './permission-holder.ts';

/** A role of a user. */
export interface RoleFact {
  readonly name: string;
  readonly permissions: readonly string[];
  /** the group of their login that it names; null: it names them */
  readonly group: string | null;
}

/** A team of a scope, and whether the user is a member. */
export interface TeamFact {
  readonly name: string;
  readonly permissions: readonly string[];
  /** it names them */
  readonly byName: boolean;
  /** names of their roles that it names */
  readonly byRoles: readonly string[];
}

/** The object for which a permission is checked. */
export interface ObjectFact {
  /** what it is and how it is called, such as `task 'Deploy'` */
  readonly what: string;
  /** what has the teams that hold there, called in the same way; null: nothing has any */
  readonly scope: string | null;
  readonly teams: readonly TeamFact[];
  /** they own the release that it is, or belongs to */
  readonly ownsRelease: boolean;
  /** they own the task that it is, or are in its team */
  readonly takesPart: boolean;
}

/** All facts that determine whether a user has a permission. */
export interface PermissionFacts {
  /** as the user was made; null: there is no such user */
  readonly username: string | null;
  readonly loginAllowed: boolean;
  readonly roles: readonly RoleFact[];
  /** Names of roles with the permission, independent of their members. */
  readonly rolesGranting: readonly string[];
  /** null: everywhere */
  readonly object: ObjectFact | null;
}

/** One thing that decides. */
export interface PermissionReason {
  readonly kind: 'USER' | 'ROLE' | 'TEAM' | 'OWNER' | 'PARTICIPANT' | 'PLACE';
  readonly grants: boolean;
  readonly sentence: string;
  readonly role?: string;
  readonly team?: string;
}

export interface PermissionExplanation {
  readonly granted: boolean;
  readonly sentence: string;
  readonly reasons: readonly PermissionReason[];
}

const isGlobal: ReadonlySet<string> = new Set(globalPermissions);
const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** The actions on a task that owners and team members can run without the permission (permissions.md, Required permissions). */
const participantPermissions: readonly Permission[] = [
  'release#view',
  'release#task_transition',
  'release#advance_task_transition',
  'release#edit_task_flag',
  'release#edit_task_attachments',
];

/**
 * Why a user has a permission or lacks it: each role and team that determines it (permissions.md, Finding a permission).
 * Throws Invalid if teams grant the permission and no object is given.
 */
export function explainPermission(
  rawUsername: string,
  permission: Permission,
  facts: PermissionFacts,
): PermissionExplanation {
  if (!isGlobal.has(permission) && facts.object === null)
    throw new Invalid(message('permission.idExpected', { permission }));
  const { username } = facts;
  if (username === null) return userDecision(false, `there is no user '${clip(rawUsername)}'`);
  if (!facts.loginAllowed) return userDecision(false, `${username} may not log in, and so may do nothing`);
  if (username === adminUser) return userDecision(true, 'the user admin may do everything');
  const reasons = [
    ...roleReasons(username, permission, facts),
    ...(facts.object ? objectReasons(facts.object, username, permission) : []),
  ];
  const granting = reasons.find(({ grants }) => grants);
  if (granting !== undefined) return { granted: true, sentence: granting.sentence, reasons };
  return denied(username, permission, facts, reasons);
}

/** A result that does not depend on roles and teams. */
const userDecision = (granted: boolean, sentence: string): PermissionExplanation => ({
  granted,
  sentence,
  reasons: [{ kind: 'USER', grants: granted, sentence }],
});

function denied(
  username: string,
  permission: Permission,
  { object, rolesGranting }: PermissionFacts,
  reasons: readonly PermissionReason[],
): PermissionExplanation {
  const location = object === null ? '' : ` on ${object.what}`;
  const sentence = `${username} lacks ${permission}${location}: none of their roles and teams grants it`;
  if (object !== null || rolesGranting.length === 0) return { granted: false, sentence, reasons };
  const heldPermission = `${permission} is held by the roles ${quoted(rolesGranting)}`;
  return { granted: false, sentence, reasons: [...reasons, { kind: 'ROLE', grants: false, sentence: heldPermission }] };
}

function roleReasons(
  username: string,
  permission: Permission,
  { roles }: PermissionFacts,
): readonly PermissionReason[] {
  const global = isGlobal.has(permission) ? [permission] : [];
  return roles.flatMap(({ name, permissions, group }): readonly PermissionReason[] => {
    const by = group === null ? `names ${username}` : `names the group '${group}' of ${username}`;
    const heldPermission = [...global, 'admin'].find((candidate) => permissions.includes(candidate));
    if (heldPermission === undefined && global.length === 0) return [];
    const grants = heldPermission !== undefined;
    const grantText = heldPermission === 'admin' ? 'admin, which grants everything' : permission;
    const sentence = `role '${name}' ${by}, and ${grants ? `grants ${grantText}` : `does not grant ${permission}`}`;
    return [{ kind: 'ROLE', grants, sentence, role: name }];
  });
}

/** What the place itself decides: its teams, and who owns it. None of that matters to a permission of roles. */
function objectReasons(object: ObjectFact, username: string, permission: Permission): readonly PermissionReason[] {
  if (isGlobal.has(permission)) return [];
  const { what: grantText, scope, teams, ownsRelease, takesPart } = object;
  const location: PermissionReason = {
    kind: 'PLACE',
    grants: false,
    sentence:
      scope === null
        ? `nothing around ${grantText} has teams`
        : `the teams that hold on ${grantText} are those of ${scope}`,
  };
  const owner: readonly PermissionReason[] =
    ownsRelease && permission === 'release#view'
      ? [{ kind: 'OWNER', grants: true, sentence: `${username} owns the release` }]
      : [];
  const participant: readonly PermissionReason[] =
    takesPart && participantPermissions.includes(permission)
      ? [{ kind: 'PARTICIPANT', grants: true, sentence: `${username} owns ${grantText}, or is in its team` }]
      : [];
  return [location, ...teams.flatMap((team) => teamReason(team, username, permission)), ...owner, ...participant];
}

/** A team is part of the explanation if the user is a member, or would have the permission as a member. */
function teamReason(team: TeamFact, username: string, permission: Permission): readonly PermissionReason[] {
  const heldPermission = grantingPermissions(permission).find((candidate) => team.permissions.includes(candidate));
  const isMember = team.byName || team.byRoles.length > 0;
  if (!isMember && heldPermission === undefined) return [];
  const by = team.byName ? `names ${username}` : `names the role ${quoted(team.byRoles)} of ${username}`;
  const membership = isMember ? by : `does not name ${username}`;
  const grant = heldPermission === undefined ? `does not grant ${permission}` : `grants ${heldPermission}`;
  const brings = heldPermission === undefined || heldPermission === permission ? '' : `, which brings ${permission}`;
  const sentence = `team '${team.name}' ${grant}${brings}, and ${membership}`;
  return [{ kind: 'TEAM', grants: isMember && heldPermission !== undefined, sentence, team: team.name }];
}
