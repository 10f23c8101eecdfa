import { adminUser, callerAt, systemUser } from '@slipway/domain';
import { everywhere, type Person } from './person.ts';

/** The user who may do everything (decisions.md, People). */
export const adminName = adminUser;

/** Somebody who may do everything. */
export const allowed = (username: string): Person => everywhere({ username, roles: [], teams: [], may: () => true });

/** Somebody who may do nothing, and whose nothing is: a user who is not there, or may not log in. */
export const nobody: Person = everywhere(callerAt({ username: '', roles: [], permissions: [] }, []));

/** The caller of what time or a received event brings about: the product itself, which may do everything. */
export const systemCaller: Person = allowed(systemUser);
