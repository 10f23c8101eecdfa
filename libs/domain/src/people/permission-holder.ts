import type { Caller } from '../decision/inputs.ts';
import { globalPermissions, localPermissions, type Permission, permissions } from '../model/permissions.ts';

/** A team of a user in one scope. */
export interface TeamGrant {
  readonly name: string;
  /** ids of local permissions; all others grant nothing */
  readonly permissions: readonly string[];
}

/** A user, independent of an object. */
export interface PermissionHolder {
  readonly username: string;
  /** names of the roles that they have */
  readonly roles: readonly string[];
  /** ids of the global permissions of these roles; all others grant nothing */
  readonly permissions: readonly string[];
  /** Restricted to these: objects that the user owns or takes part in do not count. */
  readonly isLimited?: true;
}

const isGlobal: ReadonlySet<string> = new Set(globalPermissions);
const isLocal: ReadonlySet<string> = new Set(localPermissions);

/** Permissions that include others, which older exports do not list (permissions.md, section 1). */
const impliedPermissions: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'release#edit_task',
    [
      ...localPermissions.filter((candidate) => candidate.startsWith('release#edit_task_')),
      'release#task_transition',
      'release#advance_task_transition',
    ],
  ],
  ['template#edit_triggers', ['trigger#view_trigger', 'trigger#edit_trigger']],
]);

/** A permission, and all that bring it along. */
export const grantingPermissions = (permission: Permission): readonly Permission[] =>
  permissions.filter((candidate) => withImplied(candidate).includes(permission));

const withImplied = (permission: string): readonly string[] => [
  permission,
  ...(impliedPermissions.get(permission) ?? []),
];

/**
 * A user at an object: the permissions of their roles, and of their teams in its scope (permissions.md, Finding a
 * permission). `admin` grants all.
 */
export function callerAt(
  { username, roles, permissions, isLimited }: PermissionHolder,
  teams: readonly TeamGrant[],
): Caller {
  const local = teams.flatMap((team) => team.permissions).filter((candidate) => isLocal.has(candidate));
  const granted = new Set([
    ...permissions.filter((candidate) => isGlobal.has(candidate)),
    ...local.flatMap(withImplied),
  ]);
  const isAdmin = granted.has('admin');
  return {
    username,
    roles,
    teams: teams.map(({ name }) => name),
    ...(isLimited && { isLimited }),
    may: (permission) => isAdmin || granted.has(permission),
  };
}
