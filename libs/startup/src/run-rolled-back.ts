import type { Connection, Database } from '@slipway/persistence/database';

/** The maximum wait for a lock, in milliseconds. */
const setLockTimeout = { text: 'set local lock_timeout = 200' };

/** Rolls back the transaction after the end of the work. */
class RolledBack extends Error {
  override name = 'RolledBack';
}

/**
 * Runs work on this database in one transaction that is rolled back, so that no other transaction sees its writes.
 * Transactions of the work are savepoints. No statement is sent after `signal`, or after the end of the work. Throws
 * the errors of the work.
 */
export async function runRolledBack(
  database: Database,
  work: (trialDatabase: Database) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const runAndRollBack = async (connection: Connection): Promise<never> => {
    const end = new AbortController();
    try {
      await connection.query(setLockTimeout);
      await work(nestedDatabase(connection, AbortSignal.any([signal, end.signal])));
      throw new RolledBack();
    } finally {
      // The connection is released after this point.
      end.abort(new RolledBack());
    }
  };
  await database.transaction(runAndRollBack).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

/**
 * A database on the connection of an open transaction. Its transactions are savepoints, and it ends with the open
 * transaction.
 */
function nestedDatabase(connection: Connection, signal: AbortSignal): Database {
  const guarded: Connection = {
    query: async (statement, values) => {
      signal.throwIfAborted();
      return await connection.query(statement, values);
    },
  };
  return { ...guarded, transaction: (work) => work(guarded), stop: async () => {} };
}
