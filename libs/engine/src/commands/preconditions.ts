import { message } from '@slipway/domain/messages';
import { RefusalError } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import { type IdempotencyKey, storeKey } from '@slipway/persistence/plans';

/** On which terms one request may change things. */
export interface Preconditions {
  /** the release must be decided on under this version, or not at all */
  readonly expected: ExpectedVersion | null;
  /** kept with the first change, in one transaction: without the one there is not the other */
  readonly key: IdempotencyKey | null;
}

/** The version that the caller has read. */
export interface ExpectedVersion {
  readonly releaseId: string;
  readonly version: number;
}

/** The release has changed since the caller looked at it; nothing was done. */
export class PreconditionFailed extends RefusalError {
  override readonly name = 'PreconditionFailed';
}

/** The terms of a request as they are left after each of its steps. */
export interface PendingPreconditions {
  /** what a step on this release has to find: null where anything will do */
  expected(releaseId: string): number | null;
  /** to be kept with the next change; null once it is kept */
  key(): IdempotencyKey | null;
  /** A step has left the release under this version, and kept the key. */
  saved(releaseId: string, version: number): void;
  /** A step has kept the key. */
  keyStored(): void;
}

/** Terms as they stand before the first step. */
export function createPendingPreconditions({ expected, key }: Preconditions): PendingPreconditions {
  let remaining = expected;
  let pendingKey = key;
  return {
    expected: (releaseId) => (remaining?.releaseId === releaseId ? remaining.version : null),
    key: () => pendingKey,
    saved: (releaseId, version) => {
      pendingKey = null;
      if (remaining?.releaseId === releaseId) remaining = { releaseId, version };
    },
    keyStored: () => {
      pendingKey = null;
    },
  };
}

/** Any version will do, and no key is kept. */
export const noPreconditions: Preconditions = { expected: null, key: null };

/** Throws PreconditionFailed where another version than the expected one is there. */
export function requireVersion(id: string, expected: number | null, version: number): void {
  if (expected !== null && version !== expected) {
    throw new PreconditionFailed(message('release.changed', { id }));
  }
}

/**
 * Changes an object that is not a release. With a key, both are stored in one transaction, together with the changes
 * of the work. Throws DuplicateRequest.
 */
export async function changeWithKey<T>(
  database: Database,
  key: IdempotencyKey | null,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (key === null) return await work(database);
  return await database.transaction(async (connection) => {
    await storeKey(connection, key);
    return await work({ ...connection, transaction: (nestedWork) => nestedWork(connection), stop: async () => {} });
  });
}
