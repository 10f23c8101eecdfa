import { adminUser, type Caller, callerAt, systemUser } from '@slipway/domain';
import { everywhere, type Person } from './person.ts';

/** The user with all permissions (compatibility.md, First user and samples). */
export const adminName = adminUser;

/** A user with all permissions at an object. */
export const allowedThere = (username: string): Caller => ({ username, roles: [], teams: [], may: () => true });

/** A user with all permissions. */
export const allowed = (username: string): Person => everywhere(allowedThere(username));

/** A caller without permissions, who owns no object. */
export const nobodyThere: Caller = callerAt({ username: '', roles: [], permissions: [] }, []);

/** The same everywhere: a user who is not there, or may not log in. */
export const nobody: Person = everywhere(nobodyThere);

/** The caller of what time or a received event brings about: the product itself, which may do everything. */
export const systemCaller: Person = allowed(systemUser);

/** The same at a place. */
export const systemThere: Caller = allowedThere(systemUser);
