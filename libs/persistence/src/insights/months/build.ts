import type { Connection } from '../../database/database.ts';
import { monthTables } from './tables.ts';

/**
 * The newest month without aggregates that is over, or null. The job for releases that ended before the upgrade still
 * changes the months until its position.
 */
const nextStatement = {
  name: 'next-insight-month',
  text: `select to_char(m, 'YYYY-MM-DD') as month from insight_state s,
      lateral (select date_trunc('month', min(day)::timestamp) as first from insight_days) d,
      generate_series(
        greatest(d.first, case when not s.backfill_finished
          then date_trunc('month', s.backfill_end at time zone $1) + interval '1 month' end),
        date_trunc('month', now() at time zone $1) - interval '1 month', interval '1 month') m
    where s.zone = $1 and not exists (select from insight_built_months b where b.month = m)
    order by m desc limit 1`,
};

/** Returns the next month whose aggregates are missing, such as `2026-05-01`; null: none. */
export async function nextMonth(connection: Connection, zone: string): Promise<string | null> {
  const [row] = await connection.query<{ readonly month: string }>(nextStatement, [zone]);
  return row?.month ?? null;
}

const buildStatements = monthTables.flatMap(({ table, columns, rows }) => [
  { name: `empty ${table}`, text: `delete from ${table} where month = $1::date`, hasZone: false },
  { name: `build ${table}`, text: `insert into ${table} (${columns.join(', ')}) ${rows}`, hasZone: true },
]);
const doneStatement = {
  name: 'insight-month-built',
  text: 'insert into insight_built_months (month) values ($1::date) on conflict do nothing',
};

/** Computes the aggregates of a month from the facts. The caller has locked the facts. */
export async function buildMonth(connection: Connection, month: string, zone: string): Promise<void> {
  for (const { hasZone, ...statement } of buildStatements)
    await connection.query(statement, hasZone ? [month, zone] : [month]);
  await connection.query(doneStatement, [month]);
}
