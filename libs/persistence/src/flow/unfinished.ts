import type { Database } from '../database/database.ts';
import { releasesSql } from '../database/statuses.ts';

const unfinished = {
  name: 'unfinished-by-status',
  text: `select status, count(*) as count from live_releases where status in ${releasesSql.unfinished} group by status`,
};

/** How many releases have not ended, by their status; a status that none has is left out. */
export async function countUnfinished(database: Database): Promise<Readonly<Record<string, number>>> {
  const rows = await database.query<{ readonly status: string; readonly count: number }>(unfinished);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
