import { bringing, type Caller, type GlobalPermission, type Permission } from '@slipway/domain';
import type { Sight } from '@slipway/persistence';

/** The location of an object: its folder, and the template or release that it is or belongs to, if any. */
export interface Place {
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
  holds(permission: GlobalPermission): boolean;
  /** Them at a place, with what the teams there grant. */
  at(place: Place): Promise<Caller>;
  /** The same with the teams and roles of the user, which are not loaded for users with all permissions. */
  asMember(place: Place): Promise<Caller>;
  /** Them at many places, in this order, by one look. */
  atAll(places: readonly Place[]): Promise<readonly Caller[]>;
  /** What they may see by a permission. */
  sight(permission: Permission): Sight;
}

/** A user with the same permissions everywhere. */
export function everywhere(caller: Caller): Person {
  const { username, roles } = caller;
  return {
    username,
    roles,
    holds: caller.may,
    at: async () => caller,
    asMember: async () => caller,
    atAll: async (places) => places.map(() => caller),
    sight: (permission) => ({
      username,
      scopes: caller.may(permission) ? null : [],
      principals: [],
      permissions: bringing(permission),
    }),
  };
}
