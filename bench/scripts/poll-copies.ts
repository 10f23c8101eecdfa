import type pg from 'pg';
import { columnsOf } from '../flow/copies.ts';

/** Copies of a release whose tasks poll. */
export interface PollCopyOptions {
  readonly suffix: string;
  readonly count: number;
  /** epoch milliseconds at which the first of them polls */
  readonly firstAt: number;
  /** over which their next polls are spread, evenly */
  readonly spreadMs: number;
}

/** Tables whose rows name a task. The task has the time of the next poll. */
const taskOf: Readonly<Record<string, string>> = { live_tasks: 'id', awaits: 'task_id' };
const ids = ['id', 'release_id', 'phase_id', 'parent_id', 'task_id', 'reference'];

/** What a column of the copy with the number `n` holds, as an SQL expression. */
function copyOf(table: string, name: string, { suffix, firstAt, spreadMs }: PollCopyOptions): string {
  const end = `'${suffix}' || n`;
  if (ids.includes(name)) return `${name} || ${end}`;
  const task = taskOf[table];
  if (task === undefined) return name;
  const at = `(${firstAt} + abs(hashtext(${task} || ${end})::bigint) % ${spreadMs})`;
  if (name === 'until') return `case when kind = 'script' then to_timestamp(${at} / 1000.0) end`;
  if (name !== 'run') return name;
  const polling = `jsonb_set(jsonb_set(run, '{script,leaseUntil}', to_jsonb(${at})),
    '{script,id}', to_jsonb(run #>> '{script,id}' || ${end}))`;
  return `case when run ? 'script' then ${polling} else run end`;
}

/** Writes them into the product's tables, as the product itself would have them; each task at a moment of its own. */
export async function copyPolling(client: pg.Client, releaseId: string, copies: PollCopyOptions): Promise<void> {
  for (const table of ['live_releases', 'live_phases', 'live_tasks', 'awaits']) {
    const names = (await columnsOf(client, table)).map(({ name }) => name);
    await client.query(
      `insert into ${table} (${names.join(', ')})
        select ${names.map((name) => copyOf(table, name, copies)).join(', ')}
        from ${table}, generate_series(0, ${copies.count - 1}) n where ${table === 'live_releases' ? 'id' : 'release_id'} = $1`,
      [releaseId],
    );
    await client.query(`vacuum analyze ${table}`);
  }
}

/** When each task of these copies polls next, in epoch milliseconds, by its id. */
export async function dueTimes(client: pg.Client, suffix: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ readonly id: string; readonly at: number }>(
    `select task_id as id, (extract(epoch from until) * 1000)::float8 as at from awaits
      where kind = 'script' and release_id like '%${suffix}%'`,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}
