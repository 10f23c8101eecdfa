import type { Connection } from '../database/database.ts';
import { releasesSql } from '../database/statuses.ts';

const countLock = { name: 'lock-count', text: 'select pg_advisory_xact_lock(5516002)' };
const count = {
  name: 'count-made',
  text: `select count(*) as count from live_releases
    where started_from_task_id is not null and status in ${releasesSql.active}`,
};

/** How many releases run that tasks have made. Holds off others who count until the transaction ends. */
export async function countRunningCreated(connection: Connection): Promise<number> {
  const [, [row]] = await Promise.all([
    connection.query(countLock),
    connection.query<{ readonly count: number }>(count),
  ]);
  return row?.count ?? 0;
}

const capacity = {
  name: 'capacity-waiters',
  text: `select distinct release_id as id from awaits where reference = 'created' and kind = 'capacity' limit $1`,
};

/** Ids of releases with create-release tasks that wait until fewer releases run. */
export async function capacityWaiters(connection: Connection, limit: number): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>(capacity, [limit]);
  return rows.map(({ id }) => id);
}
