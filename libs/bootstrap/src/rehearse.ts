import type { Connection, Database } from '@slipway/persistence';

/** Who has locked what the work wants is waited for so long and no longer, in milliseconds. */
const limits = { text: 'set local lock_timeout = 200' };

/** The work has ended, and all of it is undone. */
class Over extends Error {
  override name = 'Over';
}

/**
 * Runs work on a view of this database, in one transaction that is rolled back: only the work sees its writes. Its
 * transactions are savepoints. No statement is sent after `signal`, or after the end of the work. Throws the errors of
 * the work.
 */
export async function rehearse(
  database: Database,
  work: (rehearsed: Database) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const acting = async (connection: Connection): Promise<never> => {
    const end = new AbortController();
    try {
      await connection.query(limits);
      await work(within(connection, AbortSignal.any([signal, end.signal])));
      throw new Over();
    } finally {
      // The connection is released from now on.
      end.abort(new Over());
    }
  };
  await database.transaction(acting).catch((error: unknown) => {
    if (!(error instanceof Over)) throw error;
  });
}

/** A database whose transactions are parts of the one that is under way on this connection, for as long as that is. */
function within(connection: Connection, signal: AbortSignal): Database {
  const inside: Connection = {
    query: async (statement, values) => {
      signal.throwIfAborted();
      return await connection.query(statement, values);
    },
  };
  return { ...inside, transaction: (work) => work(inside), stop: async () => {} };
}
