import type { Connection, Database } from '@slipway/persistence/database';

/** Who has locked what the work wants is waited for so long and no longer, in milliseconds. */
const setLockTimeout = { text: 'set local lock_timeout = 200' };

/** The work has ended, and all of it is undone. */
class RolledBack extends Error {
  override name = 'Over';
}

/**
 * Runs work on a view of this database, in one transaction that is rolled back: only the work sees its writes. Its
 * transactions are savepoints. No statement is sent after `signal`, or after the end of the work. Throws the errors of
 * the work.
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
      // The connection is released from now on.
      end.abort(new RolledBack());
    }
  };
  await database.transaction(runAndRollBack).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

/** A database whose transactions are parts of the one that is under way on this connection, for as long as that is. */
function nestedDatabase(connection: Connection, signal: AbortSignal): Database {
  const guarded: Connection = {
    query: async (statement, values) => {
      signal.throwIfAborted();
      return await connection.query(statement, values);
    },
  };
  return { ...guarded, transaction: (work) => work(guarded), stop: async () => {} };
}
