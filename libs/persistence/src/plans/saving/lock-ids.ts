import type { Connection } from '../../database/database.ts';

const lockStatement = {
  name: 'lock-ids',
  text: `select count(pg_advisory_xact_lock(hashtextextended(id, 7))) from
    (select distinct id from unnest($1::text[]) as id order by id) as ordered`,
};

/** Blocks other imports with the same ids until this transaction ends. Then the ids are used, or free. */
export async function lockIds(connection: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await connection.query(lockStatement, [ids]);
}
