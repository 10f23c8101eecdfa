import type { Connection } from '../database/database.ts';

const name = 'consistency';
const now = 'floor(extract(epoch from clock_timestamp()) * 1000)';
const statements = {
  begin: {
    name: 'begin-consistency-look',
    text: `insert into settings (name, value) values ('${name}', jsonb_build_object('begun', ${now}))
      on conflict (name) do update set value = settings.value || excluded.value
        where coalesce((settings.value ->> 'begun')::bigint, 0) <= ${now} - $1
      returning name`,
  },
  store: {
    name: 'keep-consistency-look',
    text: `update settings set value = value || jsonb_build_object('ended', ${now}, 'count', $1::int) where name = '${name}'`,
  },
  last: {
    name: 'last-consistency-look',
    text: `select (value ->> 'count')::int as count from settings
      where name = '${name}' and (value ->> 'ended')::bigint > ${now} - $1`,
  },
};

/**
 * Whether the caller runs the consistency check: one of all processes in each interval. After a crash, another process
 * runs the next one.
 */
export async function beginConsistencyCheck(connection: Connection, intervalMs: number): Promise<boolean> {
  return (await connection.query(statements.begin, [intervalMs])).length > 0;
}

/** Keeps how many findings there were, for all processes. */
export async function storeConsistencyCheck(connection: Connection, count: number): Promise<void> {
  await connection.query(statements.store, [count]);
}

/** The result of the latest check; null if it is older than this number of milliseconds. */
export async function readLastConsistencyCheck(connection: Connection, maxAgeMs: number): Promise<number | null> {
  const [row] = await connection.query<{ readonly count: number }>(statements.last, [maxAgeMs]);
  return row?.count ?? null;
}
