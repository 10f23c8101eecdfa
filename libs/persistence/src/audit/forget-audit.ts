import type { Connection } from '../database/database.ts';

const forget = {
  name: 'forget-audit',
  text: `delete from audit where seq in (
      select seq from audit where at < now() - $1 * interval '1 day' and coalesce(last_at, at) < now() - $1 * interval '1 day'
      order by at limit $2 for update skip locked)
    returning seq`,
};

/** Deletes lines that are older than so many days, at most `limit`; answers how many. */
export async function forgetAudit(connection: Connection, days: number, limit: number): Promise<number> {
  return (await connection.query(forget, [days, limit])).length;
}
