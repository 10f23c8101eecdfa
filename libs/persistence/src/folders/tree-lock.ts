import type { Connection, Database } from '../database/database.ts';

/**
 * The key of the lock of the folder tree. Folders store their path, so a move writes all rows below the folder and must
 * not miss concurrent creations and deletions. A move or deletion locks the tree exclusively; a creation locks it
 * shared.
 */
const lockStatements = {
  alone: { name: 'hold-folders', text: `select pg_advisory_xact_lock(hashtext('folders'))` },
  shared: { name: 'share-folders', text: `select pg_advisory_xact_lock_shared(hashtext('folders'))` },
};

/** Prevents changes of the location and the teams of folders until the transaction ends. */
export async function lockTreeShared(connection: Connection): Promise<void> {
  await connection.query(lockStatements.shared);
}

/** Runs work in a transaction that holds the lock of the folder tree and sees all earlier commits. */
export const withFolderTree = <T>(
  database: Database,
  mode: keyof typeof lockStatements,
  work: (connection: Connection) => Promise<T>,
): Promise<T> =>
  database.transaction(async (connection) => {
    await connection.query(lockStatements[mode]);
    return await work(connection);
  });
