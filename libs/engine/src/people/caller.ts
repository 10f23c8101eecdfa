import { type Caller, systemUser } from '@slipway/domain/decision';
import { adminUser, callerAt } from '@slipway/domain/people';
import { type Person, samePermissionsEverywhere } from './person.ts';

/** The user with all permissions (compatibility.md, First user and samples). */
export const adminName = adminUser;

/** A user with all permissions at an object. */
export const unrestrictedCaller = (username: string): Caller => ({ username, roles: [], teams: [], may: () => true });

/** A user with all permissions. */
export const allowAll = (username: string): Person => samePermissionsEverywhere(unrestrictedCaller(username));

/** A caller without permissions, who owns no object. */
export const noPermissions: Caller = callerAt({ username: '', roles: [], permissions: [] }, []);

/** The same everywhere: a user who is not there, or may not log in. */
export const personWithoutPermissions: Person = samePermissionsEverywhere(noPermissions);

/** The caller of what time or a received event brings about: the product itself, which may do everything. */
export const systemCaller: Person = allowAll(systemUser);

/** The same at a place. */
export const unrestrictedSystemCaller: Caller = unrestrictedCaller(systemUser);
