import { Conflict, NotFound, type ReleaseStatus } from '@slipway/domain';
import type { Database } from './database.ts';

const lock = { name: 'archive-lock', text: 'select status from live_releases where id = $1 for update' };
/** The row moves to the other partition by itself when its key changes. */
const moves = [
  {
    name: 'archive releases',
    text: 'update releases set archived = true, next_wake_at = null where id = $1 and not archived',
  },
  ...['phases', 'tasks', 'comments', 'activities'].map((table) => ({
    name: `archive ${table}`,
    text: `update ${table} set archived = true where release_id = $1 and not archived`,
  })),
  { name: 'archive awaits', text: 'delete from awaits where release_id = $1' },
];

/**
 * Moves a finished release with everything that belongs to it to the archive. Throws NotFound, and Conflict
 * while it is not COMPLETED or ABORTED.
 */
export async function archiveRelease(database: Database, id: string): Promise<void> {
  await database.transaction(async (connection) => {
    const [row] = await connection.query<{ readonly status: ReleaseStatus }>(lock, [id]);
    if (row === undefined) throw new NotFound(`there is no release '${id}'`);
    if (row.status !== 'COMPLETED' && row.status !== 'ABORTED') {
      throw new Conflict(`cannot archive release '${id}' while it is ${row.status}`);
    }
    await Promise.all(moves.map((move) => connection.query(move, [id])));
  });
}
