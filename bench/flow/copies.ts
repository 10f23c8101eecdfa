import type pg from 'pg';

/** The differences between copies and the original release. */
export interface CopyOptions {
  /** the suffix of the ids of each copy, before its number; letters only */
  readonly suffix: string;
  readonly count: number;
  /** the start date of each copy, if the original has a date: an SQL expression of the number `n`, from 0 */
  readonly due?: string;
  /**
   * a release on which the gates of the original depend: each copy depends on the copy of that release with the same
   * number
   */
  readonly target?: { readonly id: string; readonly suffix: string };
}

const copiedTables = ['live_releases', 'live_phases', 'live_tasks', 'awaits'] as const;
const ids = ['id', 'release_id', 'phase_id', 'parent_id', 'task_id'];
const dates: Readonly<Record<string, readonly string[]>> = {
  live_releases: ['scheduled_start_date', 'next_wake_at'],
  awaits: ['until'],
};
const containsId = ['reference', 'definition', 'run'];

/** A column of a table. */
interface Column {
  readonly name: string;
  readonly type: string;
}

/** Returns the columns of a table without the generated ones. */
export async function columnsOf(client: pg.Client, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  return rows;
}

/** Returns the value of a column in the copy with the number `n`, as an SQL expression. */
function copyOf(table: string, { name, type }: Column, { suffix, due, target }: CopyOptions): string {
  if (ids.includes(name)) return `${name} || '${suffix}' || n`;
  if (due !== undefined && dates[table]?.includes(name)) return `case when ${name} is not null then ${due} end`;
  if (target === undefined || !containsId.includes(name)) return name;
  return `replace(${name}::text, '${target.id}', '${target.id}${target.suffix}' || n)::${type}`;
}

/**
 * Inserts copies of a release into the product's tables: thousands per second, with the same rows that the API creates.
 */
export async function copyRelease(client: pg.Client, releaseId: string, copying: CopyOptions): Promise<void> {
  for (const table of copiedTables) {
    const columns = await columnsOf(client, table);
    await client.query(
      `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
        select ${columns.map((column) => copyOf(table, column, copying)).join(', ')}
        from ${table}, generate_series(0, ${copying.count - 1}) n where ${table === 'live_releases' ? 'id' : 'release_id'} = $1`,
      [releaseId],
    );
  }
  await client.query(`vacuum analyze ${copiedTables.join(', ')}`);
}

/**
 * Fills one partition with copies of a finished release without phases and tasks. The copies ended in the last three
 * weeks.
 */
export async function copyFinished(
  client: pg.Client,
  releaseId: string,
  partition: 'live' | 'archived',
  count: number,
): Promise<void> {
  const columns = await columnsOf(client, 'live_releases');
  const values = columns.map(({ name }) => {
    if (name === 'id') return `id || '${partition}' || n`;
    if (name === 'archived') return String(partition === 'archived');
    return name === 'end_date' ? `now() - interval '21 days' * n / ${count}` : name;
  });
  await client.query(
    `insert into ${partition}_releases (${columns.map(({ name }) => name).join(', ')})
      select ${values.join(', ')} from live_releases, generate_series(1, ${count}) n where id = $1`,
    [releaseId],
  );
  await client.query(`vacuum analyze ${partition}_releases`);
}
