import { clip, Invalid } from '../model/errors.ts';
import { globalPermissions, type Permission } from '../model/permissions.ts';
import { adminUser } from './accounts.ts';
import { bringing } from './rights.ts';

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
export interface PlaceFact {
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
  readonly place: PlaceFact | null;
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
const ofParticipants: readonly Permission[] = [
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
  asked: string,
  permission: Permission,
  facts: PermissionFacts,
): PermissionExplanation {
  if (!isGlobal.has(permission) && facts.place === null)
    throw new Invalid(`id: expected the id of something, since teams grant ${permission}, not roles`);
  const { username } = facts;
  if (username === null) return decided(false, `there is no user '${clip(asked)}'`);
  if (!facts.loginAllowed) return decided(false, `${username} may not log in, and so may do nothing`);
  if (username === adminUser) return decided(true, 'the user admin may do everything');
  const reasons = [
    ...rolesOf(username, permission, facts),
    ...(facts.place ? at(facts.place, username, permission) : []),
  ];
  const granting = reasons.find(({ grants }) => grants);
  if (granting !== undefined) return { granted: true, sentence: granting.sentence, reasons };
  return lacking(username, permission, facts, reasons);
}

/** A result that does not depend on roles and teams. */
const decided = (granted: boolean, sentence: string): PermissionExplanation => ({
  granted,
  sentence,
  reasons: [{ kind: 'USER', grants: granted, sentence }],
});

function lacking(
  username: string,
  permission: Permission,
  { place, rolesGranting }: PermissionFacts,
  reasons: readonly PermissionReason[],
): PermissionExplanation {
  const where = place === null ? '' : ` on ${place.what}`;
  const sentence = `${username} lacks ${permission}${where}: none of their roles and teams grants it`;
  if (place !== null || rolesGranting.length === 0) return { granted: false, sentence, reasons };
  const held = `${permission} is held by the roles ${quoted(rolesGranting)}`;
  return { granted: false, sentence, reasons: [...reasons, { kind: 'ROLE', grants: false, sentence: held }] };
}

function rolesOf(username: string, permission: Permission, { roles }: PermissionFacts): readonly PermissionReason[] {
  const global = isGlobal.has(permission) ? [permission] : [];
  return roles.flatMap(({ name, permissions, group }): readonly PermissionReason[] => {
    const by = group === null ? `names ${username}` : `names the group '${group}' of ${username}`;
    const held = [...global, 'admin'].find((each) => permissions.includes(each));
    if (held === undefined && global.length === 0) return [];
    const grants = held !== undefined;
    const what = held === 'admin' ? 'admin, which grants everything' : permission;
    const sentence = `role '${name}' ${by}, and ${grants ? `grants ${what}` : `does not grant ${permission}`}`;
    return [{ kind: 'ROLE', grants, sentence, role: name }];
  });
}

/** What the place itself decides: its teams, and who owns it. None of that matters to a permission of roles. */
function at(place: PlaceFact, username: string, permission: Permission): readonly PermissionReason[] {
  if (isGlobal.has(permission)) return [];
  const { what, scope, teams, ownsRelease, takesPart } = place;
  const where: PermissionReason = {
    kind: 'PLACE',
    grants: false,
    sentence:
      scope === null ? `nothing around ${what} has teams` : `the teams that hold on ${what} are those of ${scope}`,
  };
  const owner: readonly PermissionReason[] =
    ownsRelease && permission === 'release#view'
      ? [{ kind: 'OWNER', grants: true, sentence: `${username} owns the release` }]
      : [];
  const participant: readonly PermissionReason[] =
    takesPart && ofParticipants.includes(permission)
      ? [{ kind: 'PARTICIPANT', grants: true, sentence: `${username} owns ${what}, or is in its team` }]
      : [];
  return [where, ...teams.flatMap((team) => teamReason(team, username, permission)), ...owner, ...participant];
}

/** A team is part of the explanation if the user is a member, or would have the permission as a member. */
function teamReason(team: TeamFact, username: string, permission: Permission): readonly PermissionReason[] {
  const held = bringing(permission).find((each) => team.permissions.includes(each));
  const isIn = team.byName || team.byRoles.length > 0;
  if (!isIn && held === undefined) return [];
  const by = team.byName ? `names ${username}` : `names the role ${quoted(team.byRoles)} of ${username}`;
  const membership = isIn ? by : `does not name ${username}`;
  const grant = held === undefined ? `does not grant ${permission}` : `grants ${held}`;
  const brings = held === undefined || held === permission ? '' : `, which brings ${permission}`;
  const sentence = `team '${team.name}' ${grant}${brings}, and ${membership}`;
  return [{ kind: 'TEAM', grants: isIn && held !== undefined, sentence, team: team.name }];
}
