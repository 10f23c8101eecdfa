import { type Database, type IdempotencyKey, keepKey } from '@slipway/persistence';

/** On which terms one request may change things. */
export interface Terms {
  /** the release must be decided on under this version, or not at all */
  readonly expected: Expected | null;
  /** kept with the first change, in one transaction: without the one there is not the other */
  readonly key: IdempotencyKey | null;
}

/** A version that somebody has seen. */
export interface Expected {
  readonly releaseId: string;
  readonly version: number;
}

/** The release has changed since the caller looked at it; nothing was done. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** What is left of a request's terms while it is at work, which may take more than one step. */
export interface Held {
  /** what a step on this release has to find: null where anything will do */
  expected(releaseId: string): number | null;
  /** to be kept with the next change; null once it is kept */
  key(): IdempotencyKey | null;
  /** A step has left the release under this version, and kept the key. */
  taken(releaseId: string, version: number): void;
  /** The key is kept. */
  kept(): void;
}

/** Terms as they stand before the first step. */
export function hold({ expected, key }: Terms): Held {
  let awaited = expected;
  let unkept = key;
  return {
    expected: (releaseId) => (awaited?.releaseId === releaseId ? awaited.version : null),
    key: () => unkept,
    taken: (releaseId, version) => {
      unkept = null;
      if (awaited?.releaseId === releaseId) awaited = { releaseId, version };
    },
    kept: () => {
      unkept = null;
    },
  };
}

/** Without terms: whoever asks for nothing and keeps nothing. */
export const noTerms: Terms = { expected: null, key: null };

/** Throws Outdated where another version than the expected one is there. */
export function requireVersion(id: string, expected: number | null, version: number): void {
  if (expected !== null && version !== expected) {
    throw new Outdated(`release '${id}' has changed since it was read: read it again`);
  }
}

/**
 * Changes what is no release. With a key both are kept in one transaction, of which those that the work asks for are
 * a part. Throws Repeated.
 */
export async function changeUnder<T>(
  database: Database,
  key: IdempotencyKey | null,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (key === null) return await work(database);
  return await database.transaction(async (connection) => {
    await keepKey(connection, key);
    return await work({ ...connection, transaction: (inner) => inner(connection), stop: async () => {} });
  });
}
