import { type Caller, systemUser } from '@slipway/domain/decision';
import type { GlobalPermission, Permission } from '@slipway/domain/model';
import { adminUser, callerAt, grantingPermissions } from '@slipway/domain/people';
import type { VisibilityFilter } from '@slipway/persistence/people';

/** The location of an object: its folder, and the template or release that it is or belongs to, if any. */
export interface PermissionScope {
  readonly folderId: string;
  /** the last segment of its id */
  readonly releaseId?: string | null;
}

/**
 * A user. Without an object, only the permissions of roles apply. At an object, a user is a `Caller`. The permissions
 * are those of one permission version.
 */
export interface Person {
  readonly username: string;
  /** Whether the user authenticated with a restricted token. */
  readonly isLimited?: true;
  /** the names of the user's roles */
  readonly roles: readonly string[];
  /** Whether a role grants this permission to the user. */
  hasPermission(permission: GlobalPermission): boolean;
  /** The user at an object, with the permissions of its teams. */
  callerAt(scope: PermissionScope): Promise<Caller>;
  /** The user at an object, also with their teams and roles. These are not loaded for a user with all permissions. */
  memberAt(scope: PermissionScope): Promise<Caller>;
  /** The user at several objects, in this order, with one read. */
  callersAt(scopes: readonly PermissionScope[]): Promise<readonly Caller[]>;
  /** The objects that the user may view by a permission. */
  visibility(permission: Permission): VisibilityFilter;
}

/** A user with the same permissions everywhere. */
export function samePermissionsEverywhere(caller: Caller): Person {
  const { username, roles } = caller;
  return {
    username,
    roles,
    hasPermission: caller.may,
    callerAt: async () => caller,
    memberAt: async () => caller,
    callersAt: async (scopes) => scopes.map(() => caller),
    visibility: (permission) => ({
      username,
      scopes: caller.may(permission) ? null : [],
      principals: [],
      permissions: grantingPermissions(permission),
    }),
  };
}

/** Returns the user with all permissions (compatibility.md, First user and samples). */
export const adminName = adminUser;

/** A user with all permissions at an object. */
export const unrestrictedCaller = (username: string): Caller => ({ username, roles: [], teams: [], may: () => true });

/** A user with all permissions. */
export const allowAll = (username: string): Person => samePermissionsEverywhere(unrestrictedCaller(username));

/** A caller without permissions, who owns no object. */
export const noPermissions: Caller = callerAt({ username: '', roles: [], permissions: [] }, []);

/** An unknown or locked user, without permissions at any object. */
export const personWithoutPermissions: Person = samePermissionsEverywhere(noPermissions);

/** The caller of automatic work: the product itself, with all permissions. */
export const systemCaller: Person = allowAll(systemUser);

/** The product itself at an object. */
export const unrestrictedSystemCaller: Caller = unrestrictedCaller(systemUser);
