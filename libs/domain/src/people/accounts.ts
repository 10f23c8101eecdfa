import { rootFolderId } from '../ids/id-kinds.ts';
import { message } from '../messages/message.ts';
import { type GlobalPermission, missingPermission } from '../model/catalogs/permissions.ts';
import { Conflict, Invalid } from '../model/errors.ts';
import { neededToChange, neededToRead } from './needed-permissions.ts';

/** The caller of an operation on users and roles. Only permissions of roles count. */
interface Requester {
  /** in the letter case of its creation */
  readonly username: string;
  /** Authenticated by a token with restricted permissions: the caller's own account counts as that of another user. */
  readonly isLimited?: true;
  /** Whether a role grants the caller a permission. */
  hasPermission(permission: GlobalPermission): boolean;
}

/** The user that an operation changes. */
interface TargetUser {
  /** in the letter case of its creation */
  readonly username: string;
  /** has all permissions, by name or by a role */
  readonly isAdmin: boolean;
  /** was created by an external login */
  readonly external: boolean;
}

/** The user with all permissions, who can always log in (compatibility.md, First user and samples). */
export const adminUser = 'admin';

function requireGranted(requester: Requester, permission: GlobalPermission): void {
  if (!requester.hasPermission(permission)) throw missingPermission(permission, rootFolderId);
}

/**
 * Requires that the caller may view a user. Users can view their own account. Without the permission, the refusal is
 * the same for an unknown user. Throws Forbidden.
 */
export function requireUserRead(requester: Requester, username: string | null): void {
  if (requester.username !== username) requireGranted(requester, neededToRead.user);
}

/**
 * Requires that the caller may create a user. A role can already name the new user and grant all permissions; then only
 * an administrator may create the user. Throws Forbidden.
 */
export function requireNewUser(requester: Requester, { isAdmin }: Pick<TargetUser, 'isAdmin'>): void {
  requireGranted(requester, neededToChange.user);
  if (isAdmin) requireGranted(requester, neededToChange.adminUser);
}

/**
 * Requires that the caller may update the changed fields of a user (permissions.md, Users). Users can change their own
 * account, but neither whether they can log in nor whether they must change their password. For an external account,
 * only `loginAllowed` can change. Throws Forbidden, Invalid, Conflict.
 */
export function requireUserUpdate(requester: Requester, target: TargetUser, changed: readonly string[]): void {
  const isOwn = isOwnAccount(requester, target.username);
  const changesLogin = changed.includes('loginAllowed');
  const changesFlag = changed.includes('mustChangePassword');
  if (!isOwn || changesLogin || changesFlag) requireGranted(requester, neededToChange.user);
  if (!isOwn && target.isAdmin && changed.length > 0) requireGranted(requester, neededToChange.adminUser);
  if (changesLogin && target.username === adminUser)
    throw new Conflict(message('user.adminMayLogIn', { username: adminUser }));
  if (changesFlag) requirePasswordHere(target);
  if (target.external && changed.some((field) => field !== 'loginAllowed')) {
    throw new Conflict(message('user.keptElsewhere', { username: target.username }));
  }
}

/** Requires that the product stores the password of a user, so that it can require a new one. Throws Invalid. */
export function requirePasswordHere({ username, external }: Pick<TargetUser, 'username' | 'external'>): void {
  if (external) throw new Invalid(message('user.passwordChangeElsewhere', { username }));
}

const isOwnAccount = (requester: Requester, username: string): boolean =>
  requester.isLimited !== true && requester.username === username;

/**
 * Whether a password change requires the previous password. A user's own change does, because a session could be left
 * open.
 */
export const requiresPreviousPassword = (requester: Requester, username: string): boolean =>
  isOwnAccount(requester, username);

/**
 * Requires a password other than the previous one from a user who must change it. Throws Invalid.
 */
export function requireOtherPassword(
  { mustChangePassword }: { readonly mustChangePassword: boolean },
  password: string,
  previousPassword: string,
): void {
  if (mustChangePassword && password === previousPassword) throw new Invalid(message('user.samePassword'));
}

/** Requires that the caller may delete a user. Throws Forbidden; Conflict for the caller's own account and `admin`. */
export function requireUserDeletion(requester: Requester, { username, isAdmin }: TargetUser): void {
  requireGranted(requester, neededToChange.user);
  if (username === adminUser) throw new Conflict(message('user.adminNotDeletable', { username: adminUser }));
  if (requester.username === username) throw new Conflict(message('user.ownAccount'));
  if (isAdmin) requireGranted(requester, neededToChange.adminUser);
}

/**
 * Requires that the caller may change the permissions of a role (permissions.md, Roles). Only an administrator may add
 * `admin`, or change a role that has it. `before` or `after` is null if the role is created or deleted. Throws
 * Forbidden.
 */
export function requireRoleChange(
  requester: Requester,
  before: readonly string[] | null,
  after: readonly string[] | null,
): void {
  requireGranted(requester, neededToChange.role);
  if ([before, after].some((permissions) => permissions?.includes(neededToChange.adminRole))) {
    requireGranted(requester, neededToChange.adminRole);
  }
}
