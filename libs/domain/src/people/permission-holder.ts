import type { Caller } from '../decision/inputs.ts';
import { globalPermissions, localPermissions, type Permission, permissions } from '../model/catalogs/permissions.ts';

/** A team of a user in one scope. */
export interface TeamGrant {
  readonly name: string;
  /** ids of local permissions; other permissions are ignored */
  readonly permissions: readonly string[];
}

/** A user with roles, independent of an object. */
export interface PermissionHolder {
  readonly username: string;
  /** the names of the user's roles */
  readonly roles: readonly string[];
  /** the ids of the global permissions of these roles; other permissions are ignored */
  readonly permissions: readonly string[];
  /** The permissions of a restricted token. Ownership and participation do not count. */
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

/** Returns a permission and all permissions that include it. */
export const grantingPermissions = (permission: Permission): readonly Permission[] =>
  permissions.filter((candidate) => withImplied(candidate).includes(permission));

const withImplied = (permission: string): readonly string[] => [
  permission,
  ...(impliedPermissions.get(permission) ?? []),
];

/**
 * Returns the permissions of a user on an object: those of the user's roles and of the user's teams in its scope
 * (permissions.md, Finding a permission). `admin` includes all permissions.
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
