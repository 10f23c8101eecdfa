import type { Connection, Database } from '@slipway/persistence';

/** Who has locked what the work wants is waited for so long and no longer, in milliseconds. */
const limits = { text: 'set local lock_timeout = 200' };

/** The work has ended, and all of it is undone. */
class Over extends Error {
  override name = 'Over';
}

/**
 * Does work on what looks like this database, in one transaction that is never committed: what it writes is seen by itself only.
 * Its own transactions are parts of that one. Nothing is asked any more once `signal` says so, or the work has ended, whatever
 * still goes on of it. Throws what the work throws.
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
      // the connection is somebody else's from now on
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
