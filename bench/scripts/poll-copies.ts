import type pg from 'pg';
import { columnsOf } from '../flow/copies.ts';

/** Copies of a release whose tasks poll. */
export interface PollCopyOptions {
  readonly suffix: string;
  readonly count: number;
  /** epoch milliseconds of the first poll */
  readonly firstAt: number;
  /** milliseconds over which the next polls are evenly spread */
  readonly spreadMs: number;
}

/** Tables whose rows name a task. The task has the time of the next poll. */
const taskOf: Readonly<Record<string, string>> = { live_tasks: 'id', awaits: 'task_id' };
const ids = ['id', 'release_id', 'phase_id', 'parent_id', 'task_id', 'reference'];

/** Returns the value of a column in the copy with the number `n`, as an SQL expression. */
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

/**
 * Inserts the copies into the product's tables, with the rows that the product creates. Each task polls at its own
 * time.
 */
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

/** Returns the time of the next poll of each task of these copies, in epoch milliseconds, by task id. */
export async function dueTimes(client: pg.Client, suffix: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ readonly id: string; readonly at: number }>(
    `select task_id as id, (extract(epoch from until) * 1000)::float8 as at from awaits
      where kind = 'script' and release_id like '%${suffix}%'`,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}
