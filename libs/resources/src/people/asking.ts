import type { Person } from '@slipway/engine';
import type { Actor } from '@slipway/persistence';

/** Who asks for something about people, for the rules and for the audit log. */
export interface Asking {
  readonly caller: Person;
  readonly actor: Actor;
  readonly stillAs?: StillAs;
}

/**
 * Holds what is there, as it is answered, against what the caller has read, in the transaction that changes it. Throws
 * Outdated.
 */
export type StillAs = (current: unknown) => Promise<void>;

/** How passwords are kept and checked. */
export interface Passwords {
  /** in characters, that a new one has to have */
  readonly least: number;
  /** What is stored of one. Throws Overloaded. */
  hash(password: string): Promise<string>;
  /** Holds what somebody says is their own against what is stored. Throws Invalid, TooManyRequests, Overloaded. */
  requireOwn(username: string, password: string, field: string): Promise<void>;
}
