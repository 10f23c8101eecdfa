import type { Connection } from '../database/database.ts';

const deleteStatement = {
  name: 'forget-audit',
  text: `delete from audit where seq in (
      select seq from audit where at < now() - $1 * interval '1 day' and coalesce(last_at, at) < now() - $1 * interval '1 day'
      order by at limit $2 for update skip locked)
    returning seq`,
};

/** Deletes entries older than this number of days, at most `limit`. Returns their number. */
export async function deleteExpiredAudit(connection: Connection, days: number, limit: number): Promise<number> {
  return (await connection.query(deleteStatement, [days, limit])).length;
}
