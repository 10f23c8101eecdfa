import type { Caller } from '@slipway/domain/decision';
import type { GlobalPermission, Permission } from '@slipway/domain/model';
import { grantingPermissions } from '@slipway/domain/people';
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
  /** by a token that was made for some permissions only */
  readonly isLimited?: true;
  /** names of the roles that they have */
  readonly roles: readonly string[];
  /** Whether a role grants them this. */
  hasPermission(permission: GlobalPermission): boolean;
  /** Them at a place, with what the teams there grant. */
  callerAt(scope: PermissionScope): Promise<Caller>;
  /** The same with the teams and roles of the user, which are not loaded for users with all permissions. */
  memberAt(scope: PermissionScope): Promise<Caller>;
  /** Them at many places, in this order, by one look. */
  callersAt(scopes: readonly PermissionScope[]): Promise<readonly Caller[]>;
  /** What they may see by a permission. */
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
