import { type Caller, systemUser } from '@slipway/domain';

/** The user who may do everything (decisions.md, People). */
export const adminName = 'admin';

/** What a user may do: all, or nothing, until roles are known. */
export const callerFor = (username: string): Caller => ({ username, may: () => username === adminName });

/** The caller of what time or a received event brings about: the product itself, which may do everything. */
export const systemCaller: Caller = { username: systemUser, may: () => true };
