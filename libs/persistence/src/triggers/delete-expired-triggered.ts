import type { Connection } from '../database/database.ts';
import { releasesSql } from '../database/statuses.ts';

const deleteStatement = {
  name: 'forget-triggered',
  text: `delete from triggered_releases where release_id in (
    select t.release_id from triggered_releases t left join live_releases r on r.id = t.release_id
      where r.id is null or r.status in ${releasesSql.over} limit $1 for update of t skip locked)
    returning release_id`,
};

/**
 * Deletes at most `limit` ended releases from the running releases of triggers. Firing deletes them only at a limit,
 * which may be far away. Rows that another transaction is deleting are skipped.
 */
export async function deleteExpiredTriggered(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(deleteStatement, [limit])).length;
}
