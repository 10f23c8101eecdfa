import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const endsPerSecond = 50;
const seconds = 30;
const burst = 3_000;
const tasksEach = 5;
const stepMs = 200;
const pollMs = 100;

/** SQL that creates ended releases with their entries in the outbox, like the statements that end them. */
const endSql = `
  with numbers as (select generate_series($1::int, $1::int + $2::int - 1) as n),
  r as (
    insert into live_releases (id, status, start_date, end_date, folder_id, title, flag_status, real_flag_status, tags,
      auto_start, abort_on_failure, risk_score, total_risk_score, rest, variables, passive, origin_template_id)
    select 'Releaselag' || n, 'COMPLETED', now() - interval '1 hour', now(), 'FolderD' || n % 20, 'Ended ' || n, 'OK', 'OK',
      '{}', false, false, 0, 0, '{}', '[]', '{}', 'Releasetemplate' || lpad((n % 500)::text, 20, '0')
    from numbers returning id),
  p as (
    insert into live_phases (id, release_id, position, title, status, flag_status, color, overdue_notified, passive)
    select 'Phaselag' || n, 'Releaselag' || n, 0, 'Release', 'COMPLETED', 'OK', '#009CDB', false, '{}' from numbers),
  t as (
    insert into live_tasks (id, release_id, phase_id, position, type, title, status, flag_status, start_date, end_date, passive)
    select 'Tasklag' || n || 'n' || k, 'Releaselag' || n, 'Phaselag' || n, k, 'xlrelease.Task', 'Step ' || k, 'COMPLETED',
      'OK', now() - interval '1 hour', now() - k * interval '1 minute', '{}'
    from numbers, generate_series(1, ${tasksEach}) k)
  insert into insight_pending (release_id) select id from r`;

const lagSql = `select count(*)::int as pending, coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as lag
  from insight_pending`;

interface Lag {
  readonly pending: number;
  readonly lag: number;
}

/** Ends releases at a constant rate. Returns the longest lag in seconds. */
async function steadyLag(client: pg.Client, readLag: () => Promise<Lag>): Promise<number> {
  let longest = 0;
  const startedAt = performance.now();
  for (let ended = 0; ended < endsPerSecond * seconds; ) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * endsPerSecond);
    if (due > ended) await client.query(endSql, [1_000_000 + ended, due - ended]);
    ended = Math.max(ended, due);
    longest = Math.max(longest, (await readLag()).lag);
    await pause(stepMs);
  }
  return longest;
}

/** Measures the facts of releases that end now. Returns a sentence with the throughput and the lag. */
export async function measureLag(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const readLag = async (): Promise<Lag> => (await client.query<Lag>(lagSql)).rows[0]!;
  const drain = async () => {
    while ((await readLag()).pending > 0) await pause(pollMs);
  };
  await drain();
  await client.query(endSql, [0, burst]);
  const startedAt = performance.now();
  await drain();
  const perSecond = burst / ((performance.now() - startedAt) / 1000);
  const longest = await steadyLag(client, readLag);
  await drain();
  await client.query("delete from live_releases where id like 'Releaselag%'");
  await client.end();
  return `The scheduler adds ${Math.round(perSecond)} ended releases of ${tasksEach} tasks per second to insights. While ${endsPerSecond} releases end per second for ${seconds} seconds, the longest lag is ${longest.toFixed(1)} s. The target is 10 s.`;
}
