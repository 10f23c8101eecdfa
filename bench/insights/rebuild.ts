import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Http } from '../measure/http.ts';

const pollMs = 500;

interface State {
  readonly rebuilt_at: Date | null;
  readonly rebuilds: number;
  readonly missing: number;
}

const stateSql = `select s.rebuilt_at, (select count(*)::int from insight_rebuild) as rebuilds,
    (select count(*)::int from generate_series(
        (select date_trunc('month', min(day)::timestamp) from insight_days),
        date_trunc('month', now() at time zone 'UTC') - interval '1 month', interval '1 month') m
      where m not in (select month from insight_built_months where tables = 5)) as missing
  from insight_state s`;

/**
 * Has the scheduler compute all aggregates of days and months. Returns a sentence with the durations, and the longest
 * time for a transaction that held the lock of the facts.
 */
export async function rebuild(admin: Http, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const read = async (): Promise<State> => (await client.query<State>(stateSql)).rows[0]!;
  const before = (await read()).rebuilt_at?.getTime() ?? 0;
  const startedAt = performance.now();
  await admin.send('POST', '/insights/rebuild');
  let daysMs: number | null = null;
  let longestMs = 0;
  for (;;) {
    const { rows } = await client.query<{ ms: number }>(
      `select coalesce(max(extract(epoch from clock_timestamp() - a.xact_start)) * 1000, 0)::float8 as ms
      from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and l.objid = 5516067 and l.granted`,
    );
    longestMs = Math.max(longestMs, rows[0]?.ms ?? 0);
    const state = await read();
    if (daysMs === null && state.rebuilds === 0 && (state.rebuilt_at?.getTime() ?? 0) > before)
      daysMs = performance.now() - startedAt;
    if (daysMs !== null && state.missing === 0) break;
    await pause(pollMs);
  }
  const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
  for (const table of [
    'days',
    'sketches',
    'task_days',
    'months',
    'month_sketches',
    'month_tasks',
    'month_waits',
    'month_days',
  ])
    await client.query(`vacuum analyze insight_${table}`);
  await client.end();
  return `A rebuild of all aggregates of days took ${seconds(daysMs)}, and the aggregates of months ${seconds(performance.now() - startedAt - daysMs)}. The longest transaction held the lock of the facts for ${seconds(longestMs)}; reads never waited.`;
}
