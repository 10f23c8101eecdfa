import type { Connection, Database } from '@slipway/persistence';
import { expect } from 'vitest';

type Asked = Parameters<Connection['query']>;

/** A transaction that holds one lock and will request another. */
export interface Circle {
  /** Has them want it, now that we hold it, and answers when they wait; nothing more when it is called again. */
  close(): Promise<void>;
  /** They had both, and have committed. */
  readonly over: Promise<void>;
}

/**
 * A transaction that takes one lock with a statement, and requests with another a lock that the test holds: a waiter
 * for the first completes a deadlock, and PostgreSQL rolls it back. Use a database without a limit for lock waits.
 */
export async function openCircle(database: Database, holds: Asked, wants: Asked): Promise<Circle> {
  const held = Promise.withResolvers<number>();
  const wanted = Promise.withResolvers<void>();
  const over = database.transaction(async (connection) => {
    // The transaction that detects a deadlock first is rolled back: this one never checks.
    await connection.query({ text: `set local deadlock_timeout = '1h'` });
    const [row] = await connection.query<{ readonly pid: number }>({ text: 'select pg_backend_pid() as pid' });
    await connection.query(...holds);
    held.resolve(row?.pid ?? 0);
    await wanted.promise;
    await connection.query(...wants);
  });
  over.catch(held.reject);
  const pid = await held.promise;
  const look = { text: 'select from pg_stat_activity where pid = $1 and wait_event_type = $2' };
  let waiting: Promise<void> | undefined;
  return {
    over,
    close: () => {
      wanted.resolve();
      waiting ??= expect.poll(() => database.query(look, [pid, 'Lock'])).toHaveLength(1);
      return waiting;
    },
  };
}
