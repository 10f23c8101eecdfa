import type { Knex } from 'knex';
import type { Connection } from '../database/database.ts';
import { builder, runQuery } from '../search/search-filter.ts';
import { type InsightSelection, whereSelected } from './selection.ts';

/** The sum of the waits of one object for another. Times are in milliseconds. */
export interface WaitRow {
  readonly source: string;
  readonly waiting: string | null;
  readonly awaited: string | null;
  readonly sum: number;
  readonly n: number;
  readonly p50: number;
}

/** A table of waits: the objects that wait, and the objects that are awaited. */
export interface WaitQuery {
  readonly rows: 'folder' | 'team';
  readonly columns: 'team' | 'release' | 'folder';
  readonly limit: number;
}

const awaitedSql = {
  team: ['r.awaited_team', `r.source in ('task', 'approval')`],
  release: ['r.awaited_release_id', `r.source = 'gate' and r.awaited_release_id is not null`],
  folder: ['r.awaited_folder_id', `r.source = 'gate' and r.awaited_folder_id is not null`],
} as const;

/** The waits of the selected releases. Without a filter by template, tag or owner, each wait has the selected columns. */
function selectedWaits(selection: InsightSelection): Knex.QueryBuilder {
  const { templateIds, tags, owners } = selection;
  const waits = builder.raw('(select *, release_id as id from insight_waits) as r');
  if (templateIds.length + tags.length + owners.length === 0) return whereSelected(builder(waits), selection);
  const selected = whereSelected(builder('insight_releases as r').select('r.id'), selection);
  return builder(waits).whereRaw('r.id in (?)', [selected]);
}

/** Reads which objects wait for which others in selected releases, longest first. */
export async function readWaitRows(
  connection: Connection,
  selection: InsightSelection,
  { rows, columns, limit }: WaitQuery,
): Promise<readonly WaitRow[]> {
  const [awaited, condition] = awaitedSql[columns];
  const waiting = rows === 'folder' ? 'r.folder_id' : 'r.waiting_team';
  const waits = selectedWaits(selection)
    .select(builder.raw(`r.source, ${waiting} as waiting, ${awaited} as awaited, r.duration`))
    .whereRaw(condition);
  const query = builder.raw(
    `select source, waiting, awaited, sum(duration)::float8 as sum, count(*)::int as n,
      percentile_cont(0.5) within group (order by duration) as p50
    from (?) w group by 1, 2, 3 order by sum desc, 2, 3 limit ?`,
    [waits, limit],
  );
  return await runQuery<WaitRow>(connection, query);
}
