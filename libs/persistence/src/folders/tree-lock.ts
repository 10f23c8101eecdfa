import type { Connection, Database } from '../database/database.ts';

/**
 * Folders store their path, so moving one writes the rows below it, and must not miss concurrent creations and
 * deletions. A move or deletion locks the tree exclusively, a creation locks it shared.
 */
const lockStatements = {
  alone: { name: 'hold-folders', text: `select pg_advisory_xact_lock(hashtext('folders'))` },
  shared: { name: 'share-folders', text: `select pg_advisory_xact_lock_shared(hashtext('folders'))` },
};

/** Keeps folders where they are, and whose teams hold for them, until this transaction ends. */
export async function lockTreeShared(connection: Connection): Promise<void> {
  await connection.query(lockStatements.shared);
}

/** Work on the tree of folders, in a transaction that sees what others did before. */
export const withFolderTree = <T>(
  database: Database,
  mode: keyof typeof lockStatements,
  work: (connection: Connection) => Promise<T>,
): Promise<T> =>
  database.transaction(async (connection) => {
    await connection.query(lockStatements[mode]);
    return await work(connection);
  });
