import type { Person } from '@slipway/engine';
import type { Actor } from '@slipway/persistence/audit';

/** The caller of an operation on users, for the rules and the audit log. */
export interface CallerContext {
  readonly caller: Person;
  readonly actor: Actor;
  readonly stillAs?: RequireUnchanged;
}

/**
 * Compares the rendered current state with the one that the caller has read, in the transaction of the change. Throws
 * PreconditionFailed.
 */
export type RequireUnchanged = (current: unknown) => Promise<void>;

/** Hashes and verifies passwords. */
export interface Passwords {
  /** the minimum length of a new password, in characters */
  readonly minLength: number;
  /** Returns the hash of a password. Throws Overloaded. */
  hash(password: string): Promise<string>;
  /** Verifies a password of the caller. Throws Invalid, TooManyRequests, Overloaded. */
  requireOwn(username: string, password: string, field: string): Promise<void>;
}
