import type pg from 'pg';

/** What copies differ in from the release that they are copies of. */
export interface Copying {
  /** the end of every copy's ids, before its number */
  readonly suffix: string;
  readonly count: number;
  /** when each is to start by itself: an SQL expression of the number `n`, from 0 */
  readonly due: string;
}

const shared = ['live_releases', 'live_phases', 'live_tasks', 'awaits'] as const;
const ids = ['id', 'release_id', 'phase_id', 'parent_id', 'task_id'];
const dates: Readonly<Record<string, readonly string[]>> = {
  live_releases: ['scheduled_start_date', 'next_wake_at'],
  awaits: ['until'],
};

async function columnsOf(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query(
    `select column_name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  return rows.map((row) => String(row.column_name));
}

/** Writes copies of a planned release into the product's tables: thousands in a second, each with rows as the api makes them. */
export async function copyRelease(client: pg.Client, releaseId: string, copying: Copying): Promise<void> {
  for (const table of shared) {
    const columns = await columnsOf(client, table);
    const values = columns.map((column) => {
      if (ids.includes(column)) return `${column} || '${copying.suffix}' || n`;
      return dates[table]?.includes(column) ? copying.due : column;
    });
    const key = table === 'live_releases' ? 'id' : 'release_id';
    await client.query(
      `insert into ${table} (${columns.join(', ')})
        select ${values.join(', ')} from ${table}, generate_series(0, ${copying.count - 1}) n where ${key} = $1`,
      [releaseId],
    );
  }
  await client.query(`vacuum analyze ${shared.join(', ')}`);
}
