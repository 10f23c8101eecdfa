import type { Connection } from '../../database/database.ts';
import { isBuiltSql, monthTables } from './tables.ts';

/** A month whose aggregates are not complete. */
export interface UnbuiltMonth {
  /** its first day, such as `2026-05-01` */
  readonly month: string;
  /** the number of its tables that are computed */
  readonly tables: number;
}

/**
 * The newest month without complete aggregates that is over. The job for releases that ended before the upgrade still
 * changes the months until its position.
 */
const nextSql = `select to_char(m, 'YYYY-MM-DD') as month, coalesce(b.tables, 0) as tables from insight_state s,
      lateral (select date_trunc('month', min(day)::timestamp) as first from insight_days) d,
      generate_series(
        greatest(d.first, case when not s.backfill_finished
          then date_trunc('month', s.backfill_end at time zone $1) + interval '1 month' end),
        date_trunc('month', now() at time zone $1) - interval '1 month', interval '1 month') m
      left join insight_built_months b on b.month = m
    where s.zone = $1 and (${isBuiltSql}) is not true
    order by m desc limit 1`;
const nextStatement = { name: 'next-insight-month', text: nextSql };
const dueStatement = {
  name: 'insight-work-due',
  text: `select exists (select from insight_pending) or not s.backfill_finished or s.rebuild_requested
      or s.zone is distinct from $1 or s.deployments_end is not null or exists (select from insight_rebuild)
      or exists (select from insight_moved_folders)
      or s.checked_at <= now() - $2 * interval '1 millisecond' or exists (${nextSql}) as due
    from insight_state s`,
};

/**
 * Whether any job for facts has work: new facts, moved folders, deployments, aggregates of this zone, or a check of the
 * aggregates, which has this interval. One statement, because the jobs have nothing to do most of the time.
 */
export async function isInsightWorkDue(connection: Connection, zone: string, checkMs: number): Promise<boolean> {
  const [row] = await connection.query<{ readonly due: boolean }>(dueStatement, [zone, checkMs]);
  return row?.due === true;
}

/** Returns the next month whose aggregates are missing; null: none. */
export async function nextMonth(connection: Connection, zone: string): Promise<UnbuiltMonth | null> {
  const [next] = await connection.query<UnbuiltMonth>(nextStatement, [zone]);
  return next ?? null;
}

const tableStatements = monthTables.map(({ table, columns, rows }) => ({
  empty: { name: `empty ${table}`, text: `delete from ${table} where month = $1::date` },
  build: { name: `build ${table}`, text: `insert into ${table} (${columns.join(', ')}) ${rows}` },
}));
const doneStatement = {
  name: 'insight-month-built',
  text: `insert into insight_built_months (month, tables) values ($1::date, $2)
    on conflict (month) do update set tables = excluded.tables`,
};

/**
 * Computes the next table of a month from the facts. The caller has locked the facts. A change of the facts between two
 * tables starts the month again.
 */
export async function buildMonth(connection: Connection, { month, tables }: UnbuiltMonth, zone: string): Promise<void> {
  const statements = tableStatements[tables];
  if (statements === undefined) return;
  await connection.query(statements.empty, [month]);
  await connection.query(statements.build, [month, zone]);
  await connection.query(doneStatement, [month, tables + 1]);
}
