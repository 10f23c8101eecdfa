import { rootFolderId } from '../ids/id-kinds.ts';
import { Conflict } from '../model/errors.ts';
import { type GlobalPermission, missingPermission } from '../model/permissions.ts';
import { neededToChange, neededToRead } from './needed-permissions.ts';

/** The caller of an operation on users and roles: only permissions of roles count. */
interface Asking {
  /** as the user was made */
  readonly username: string;
  /** Authenticated by a token with restricted permissions: their own account counts as that of another user. */
  readonly isLimited?: true;
  /** Whether a role grants them this. */
  holds(permission: GlobalPermission): boolean;
}

/** A user whom something is done to. */
interface Target {
  /** as the user was made */
  readonly username: string;
  /** has the permission to everything, by name or by a role */
  readonly isAdmin: boolean;
  /** was made by a login elsewhere */
  readonly external: boolean;
}

/** The user with all permissions, who can always log in (compatibility.md, First user and samples). */
export const adminUser = 'admin';

function requireGranted(asking: Asking, permission: GlobalPermission): void {
  if (!asking.holds(permission)) throw missingPermission(permission, rootFolderId);
}

/**
 * Users can view their own account. A caller without the permission gets the same refusal for an unknown user. Throws
 * Forbidden.
 */
export function requireUserRead(asking: Asking, username: string | null): void {
  if (asking.username !== username) requireGranted(asking, neededToRead.user);
}

/** A name may be among the principals of a role before there is such a user: then only admin makes them. Throws Forbidden. */
export function requireNewUser(asking: Asking, { isAdmin }: Pick<Target, 'isAdmin'>): void {
  requireGranted(asking, neededToChange.user);
  if (isAdmin) requireGranted(asking, neededToChange.adminUser);
}

/**
 * Checks an update of a user, by the names of the changed fields (permissions.md, Users). Users change their own account,
 * but not whether they can log in. Of an external account only that can be changed. Throws Forbidden, Conflict.
 */
export function requireUserUpdate(asking: Asking, target: Target, changed: readonly string[]): void {
  const isOwn = isSelf(asking, target.username);
  const aboutLogin = changed.includes('loginAllowed');
  if (!isOwn || aboutLogin) requireGranted(asking, neededToChange.user);
  if (!isOwn && target.isAdmin && changed.length > 0) requireGranted(asking, neededToChange.adminUser);
  if (aboutLogin && target.username === adminUser) throw new Conflict(`the user '${adminUser}' may always log in`);
  if (target.external && changed.some((field) => field !== 'loginAllowed')) {
    throw new Conflict(`user '${target.username}' is kept by an identity provider: only loginAllowed changes here`);
  }
}

const isSelf = (asking: Asking, username: string): boolean => asking.isLimited !== true && asking.username === username;

/** Whether a new password takes the one before: one's own does, so that a login left open gives nothing away. */
export const takesPreviousPassword = (asking: Asking, username: string): boolean => isSelf(asking, username);

/** Throws Forbidden, and Conflict for oneself and for `admin`. */
export function requireUserDeletion(asking: Asking, { username, isAdmin }: Target): void {
  requireGranted(asking, neededToChange.user);
  if (username === adminUser) throw new Conflict(`the user '${adminUser}' cannot be deleted`);
  if (asking.username === username) throw new Conflict('users cannot delete their own account');
  if (isAdmin) requireGranted(asking, neededToChange.adminUser);
}

/**
 * Only admin grants the permission to everything, or changes a role that has it (permissions.md, Roles); null where there is
 * no such role before, or after. Throws Forbidden.
 */
export function requireRoleChange(
  asking: Asking,
  before: readonly string[] | null,
  after: readonly string[] | null,
): void {
  requireGranted(asking, neededToChange.role);
  if ([before, after].some((permissions) => permissions?.includes(neededToChange.adminRole))) {
    requireGranted(asking, neededToChange.adminRole);
  }
}
