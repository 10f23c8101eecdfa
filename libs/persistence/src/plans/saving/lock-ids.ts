import type { Connection } from '../../database/database.ts';

const lock = {
  name: 'lock-ids',
  text: `select count(pg_advisory_xact_lock(hashtextextended(id, 7))) from
    (select distinct id from unnest($1::text[]) as id order by id) as ordered`,
};

/** Has whoever brings templates under the same ids wait until this transaction ends: then they are taken, or free. */
export async function lockIds(connection: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await connection.query(lock, [ids]);
}
