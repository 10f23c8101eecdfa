import type { Connection, Database } from '@slipway/persistence/database';
import { expect } from 'vitest';

type QueryArguments = Parameters<Connection['query']>;

/** A transaction that holds one lock and will request a second one. */
export interface Deadlock {
  /** Requests the second lock, and waits until the transaction is blocked. Further calls only wait. */
  complete(): Promise<void>;
  /** Resolves when the transaction has got both locks and has committed. */
  readonly committed: Promise<void>;
}

/**
 * Starts a transaction that takes one lock, and later requests a lock that the test holds. A waiter for the first lock
 * then completes a deadlock, and PostgreSQL rolls the waiter back. Use a database without a limit for lock waits.
 */
export async function prepareDeadlock(
  database: Database,
  heldLock: QueryArguments,
  requestedLock: QueryArguments,
): Promise<Deadlock> {
  const lockHeld = Promise.withResolvers<number>();
  const secondLockRequested = Promise.withResolvers<void>();
  const committed = database.transaction(async (connection) => {
    // PostgreSQL rolls back the transaction that detects the deadlock first: this one never checks.
    await connection.query({ text: `set local deadlock_timeout = '1h'` });
    const [row] = await connection.query<{ readonly pid: number }>({ text: 'select pg_backend_pid() as pid' });
    await connection.query(...heldLock);
    lockHeld.resolve(row?.pid ?? 0);
    await secondLockRequested.promise;
    await connection.query(...requestedLock);
  });
  committed.catch(lockHeld.reject);
  const pid = await lockHeld.promise;
  const waitQuery = { text: 'select from pg_stat_activity where pid = $1 and wait_event_type = $2' };
  let waiting: Promise<void> | undefined;
  return {
    committed,
    complete: () => {
      secondLockRequested.resolve();
      waiting ??= expect.poll(() => database.query(waitQuery, [pid, 'Lock'])).toHaveLength(1);
      return waiting;
    },
  };
}
