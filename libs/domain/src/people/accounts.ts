import { rootFolderId } from '../ids/id-kinds.ts';
import { message } from '../messages/message.ts';
import { Conflict } from '../model/errors.ts';
import { type GlobalPermission, missingPermission } from '../model/permissions.ts';
import { neededToChange, neededToRead } from './needed-permissions.ts';

/** The caller of an operation on users and roles: only permissions of roles count. */
interface Requester {
  /** as the user was made */
  readonly username: string;
  /** Authenticated by a token with restricted permissions: their own account counts as that of another user. */
  readonly isLimited?: true;
  /** Whether a role grants them this. */
  hasPermission(permission: GlobalPermission): boolean;
}

/** A user whom something is done to. */
interface TargetUser {
  /** as the user was made */
  readonly username: string;
  /** has the permission to everything, by name or by a role */
  readonly isAdmin: boolean;
  /** was made by a login elsewhere */
  readonly external: boolean;
}

/** The user with all permissions, who can always log in (compatibility.md, First user and samples). */
export const adminUser = 'admin';

function requireGranted(requester: Requester, permission: GlobalPermission): void {
  if (!requester.hasPermission(permission)) throw missingPermission(permission, rootFolderId);
}

/**
 * Users can view their own account. A caller without the permission gets the same refusal for an unknown user. Throws
 * Forbidden.
 */
export function requireUserRead(requester: Requester, username: string | null): void {
  if (requester.username !== username) requireGranted(requester, neededToRead.user);
}

/** A name may be among the principals of a role before there is such a user: then only admin makes them. Throws Forbidden. */
export function requireNewUser(requester: Requester, { isAdmin }: Pick<TargetUser, 'isAdmin'>): void {
  requireGranted(requester, neededToChange.user);
  if (isAdmin) requireGranted(requester, neededToChange.adminUser);
}

/**
 * Checks an update of a user, by the names of the changed fields (permissions.md, Users). Users change their own account,
 * but not whether they can log in. Of an external account only that can be changed. Throws Forbidden, Conflict.
 */
export function requireUserUpdate(requester: Requester, target: TargetUser, changed: readonly string[]): void {
  const isOwn = isOwnAccount(requester, target.username);
  const changesLogin = changed.includes('loginAllowed');
  if (!isOwn || changesLogin) requireGranted(requester, neededToChange.user);
  if (!isOwn && target.isAdmin && changed.length > 0) requireGranted(requester, neededToChange.adminUser);
  if (changesLogin && target.username === adminUser)
    throw new Conflict(message('user.adminMayLogIn', { username: adminUser }));
  if (target.external && changed.some((field) => field !== 'loginAllowed')) {
    throw new Conflict(message('user.keptElsewhere', { username: target.username }));
  }
}

const isOwnAccount = (requester: Requester, username: string): boolean =>
  requester.isLimited !== true && requester.username === username;

/** Whether a new password takes the one before: one's own does, so that a login left open gives nothing away. */
export const requiresPreviousPassword = (requester: Requester, username: string): boolean =>
  isOwnAccount(requester, username);

/** Throws Forbidden, and Conflict for oneself and for `admin`. */
export function requireUserDeletion(requester: Requester, { username, isAdmin }: TargetUser): void {
  requireGranted(requester, neededToChange.user);
  if (username === adminUser) throw new Conflict(message('user.adminNotDeletable', { username: adminUser }));
  if (requester.username === username) throw new Conflict(message('user.ownAccount'));
  if (isAdmin) requireGranted(requester, neededToChange.adminUser);
}

/**
 * Only admin grants the permission to everything, or changes a role that has it (permissions.md, Roles); null where there is
 * no such role before, or after. Throws Forbidden.
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
