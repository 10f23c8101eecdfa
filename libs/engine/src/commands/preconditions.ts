import { message } from '@slipway/domain/messages';
import { RefusalError } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import { type IdempotencyKey, storeKey } from '@slipway/persistence/plans';

/** The preconditions of a request for its changes. */
export interface Preconditions {
  /** the version that the release must have; null: any version */
  readonly expected: ExpectedVersion | null;
  /** the idempotency key, which is stored in the same transaction as the first change */
  readonly key: IdempotencyKey | null;
}

/** The version of a release that the caller has read. */
export interface ExpectedVersion {
  readonly releaseId: string;
  readonly version: number;
}

/** Thrown if the release has changed since the caller read it. Nothing was changed. */
export class PreconditionFailed extends RefusalError {
  override readonly name = 'PreconditionFailed';
}

/** The remaining preconditions after each step of a request. */
export interface PendingPreconditions {
  /** Returns the version that a step on this release requires; null: any version. */
  expected(releaseId: string): number | null;
  /** Returns the key to store with the next change; null if it is already stored. */
  key(): IdempotencyKey | null;
  /** Records that a step has saved the release with this version, and stored the key. */
  saved(releaseId: string, version: number): void;
  /** Records that a step has stored the key. */
  keyStored(): void;
}

/** Returns the preconditions before the first step. */
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

/** Accepts any version, and stores no key. */
export const noPreconditions: Preconditions = { expected: null, key: null };

/** Throws PreconditionFailed if the version is not the expected one. */
export function requireVersion(id: string, expected: number | null, version: number): void {
  if (expected !== null && version !== expected) {
    throw new PreconditionFailed(message('release.changed', { id }));
  }
}

/**
 * Changes an object that is not a release. A key is stored in one transaction with the changes of `work`. Throws
 * DuplicateRequest.
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
