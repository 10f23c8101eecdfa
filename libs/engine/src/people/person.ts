import { bringing, type Caller, type GlobalPermission, type Permission } from '@slipway/domain';
import type { Sight } from '@slipway/persistence';

/** Where something lies: its folder, and the template or release that it is or belongs to, if any. */
export interface Place {
  readonly folderId: string;
  /** the last segment of its id */
  readonly releaseId?: string | null;
}

/**
 * Somebody who asks. By themselves they have only what roles grant: what they may do to a thing they are asked at its
 * place, and so are no `Caller` before they are there. Their rights are those of one version of all grants.
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
  /** The same with the teams and roles that they are in, which are not looked up of who may do everything. */
  asMember(place: Place): Promise<Caller>;
  /** Them at many places, in this order, by one look. */
  atAll(places: readonly Place[]): Promise<readonly Caller[]>;
  /** What they may see by a permission. */
  sight(permission: Permission): Sight;
}

/** Somebody whose rights are the same everywhere. */
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
