import type { Connection, Database, Statement } from '../database/database.ts';
import { releasesSql } from '../database/statuses.ts';

const countLock = { name: 'lock-count', text: 'select pg_advisory_xact_lock(5516002)' };
const countStatement = {
  name: 'count-made',
  text: `select count(*) as count from live_releases
    where started_from_task_id is not null and status in ${releasesSql.active}`,
};

/** Counts the running releases that tasks have created. Blocks other counts until the transaction ends. */
export const countRunningCreated = (connection: Connection): Promise<number> => countWithLock(connection, countLock);

/** The maximum number of concurrent transactions that create releases by tasks. */
const slots = 16;
const acquireSlot = {
  name: 'take-slot',
  text: `select pg_advisory_xact_lock_shared(5516002), pg_advisory_xact_lock(5516002, floor(random() * ${slots})::int)`,
};

/**
 * Returns an upper bound for the number of running releases that tasks have created. It counts one more for each
 * concurrent transaction, which may create at most one release. Until the transaction ends, it blocks exact counts and
 * callers with the same slot.
 */
export const boundRunningCreated = async (connection: Connection): Promise<number> =>
  (await countWithLock(connection, acquireSlot)) + slots - 1;

/** Counts all releases that were committed before the lock was acquired. */
async function countWithLock(connection: Connection, lock: Statement): Promise<number> {
  const [, [row]] = await Promise.all([
    connection.query(lock),
    connection.query<{ readonly count: number }>(countStatement),
  ]);
  return row?.count ?? 0;
}

const capacityStatement = {
  name: 'capacity-waiters',
  text: `select distinct release_id as id from awaits where reference = 'created' and kind = 'capacity' limit $1`,
};

/** Finds releases whose create-release tasks wait until fewer releases run. Returns their ids. */
export async function findCapacityWaiters(connection: Connection, limit: number): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>(capacityStatement, [limit]);
  return rows.map(({ id }) => id);
}

const unfinishedStatement = {
  name: 'unfinished-by-status',
  text: `select status, count(*) as count from live_releases where status in ${releasesSql.unfinished} group by status`,
};

/** Counts unfinished releases by status. Omits statuses without releases. */
export async function countUnfinished(database: Database): Promise<Readonly<Record<string, number>>> {
  const rows = await database.query<{ readonly status: string; readonly count: number }>(unfinishedStatement);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
