import type { Knex } from 'knex';
import type { Connection } from '../../database/database.ts';
import { builder, runQuery } from '../../search/search-filter.ts';
import { bucketOf } from '../measures.ts';
import type { WaitQuery, WaitRow } from '../wait-rows.ts';
import { partsOf, unionAll, whereMonthIn, whereTimeIn } from './parts.ts';
import { addBuckets, percentilesIn, type Sketch } from './sketches.ts';
import { whereSelectedKey } from './sums.ts';
import type { TaskQuery } from './tasks.ts';

const waitingSql = { folder: 'r.folder_id', team: 'r.waiting_team' } as const;
const awaitedSql = {
  team: ['r.awaited_team', `r.source in ('task', 'approval')`],
  folder: ['r.awaited_folder_id', `r.source = 'gate' and r.awaited_folder_id is not null`],
} as const;

/** A query for waits that aggregates can answer: they do not have single awaited releases. */
export interface AggregateWaitQuery extends WaitQuery {
  readonly columns: 'team' | 'folder';
}

/** SQL for sums and sketches of waits: of months, and of single waits on other days. */
function waitParts({ selection, zone, state }: TaskQuery, { rows, columns }: AggregateWaitQuery): Knex.Raw {
  const { months, ranges } = partsOf(state.days, state.built);
  const [awaited, condition] = awaitedSql[columns];
  const select = (table: string, values: string) =>
    whereSelectedKey(
      builder(`${table} as r`)
        .select(builder.raw(`r.source, ${waitingSql[rows]} as waiting, ${awaited} as awaited, ${values}`))
        .whereRaw(condition),
      { ...selection, templateIds: [] },
    );
  const single = `r.duration as duration_sum, 1 as n, array[${bucketOf('r.duration / 1000.0')}] as buckets, array[1::bigint] as counts`;
  return unionAll([
    whereMonthIn(select('insight_month_waits', 'r.duration_sum, r.n, r.buckets, r.counts'), months),
    whereTimeIn(select('insight_waits', single), 'r.ended_at', { ranges, zone }),
  ]);
}

/** Returns the number of waits in the selected releases, of all kinds. */
export async function countWaits(connection: Connection, { selection, zone, state }: TaskQuery): Promise<number> {
  const { months, ranges } = partsOf(state.days, state.built);
  const select = (table: string, n: string) =>
    whereSelectedKey(builder(`${table} as r`).select(builder.raw(`${n} as n`)), { ...selection, templateIds: [] });
  const parts = unionAll([
    whereMonthIn(select('insight_month_waits', 'r.n'), months),
    whereTimeIn(select('insight_waits', '1'), 'r.ended_at', { ranges, zone }),
  ]);
  const [row] = await runQuery<{ readonly count: number }>(
    connection,
    builder.raw('select coalesce(sum(n), 0)::float8 as count from (?) r', [parts]),
  );
  return row?.count ?? 0;
}

interface StoredWait extends Omit<WaitRow, 'p50'> {
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
}

/** Reads which objects wait for which others from aggregates, longest first. Medians are estimates. */
export async function readWaitAggregates(
  connection: Connection,
  query: TaskQuery,
  page: AggregateWaitQuery,
): Promise<readonly WaitRow[]> {
  const isSame =
    's.source = top.source and s.waiting is not distinct from top.waiting and s.awaited is not distinct from top.awaited';
  const rows = await runQuery<StoredWait>(
    connection,
    builder.raw(
      `with s as materialized (?), top as materialized (
        select *, (row_number() over (order by sum desc, waiting, awaited))::int as rank
        from (select source, waiting, awaited, sum(duration_sum)::float8 as sum, sum(n)::int as n from s group by 1, 2, 3) g
        order by rank limit ?),
      sketches as (
        select rank, array_agg(bucket) as buckets, array_agg(n) as counts
        from (select top.rank, b.bucket, sum(b.n)::int as n
          from top join s on ${isSame}, lateral unnest(s.buckets, s.counts) b (bucket, n) group by 1, 2) c
        group by 1)
      select source, waiting, awaited, sum, n, buckets, counts from top join sketches using (rank) order by rank`,
      [waitParts(query, page), page.limit],
    ),
  );
  return rows.map(({ buckets, counts, ...row }) => {
    const sketch: Sketch = new Map();
    addBuckets(sketch, buckets, counts);
    return { ...row, p50: percentilesIn('duration', sketch).p50 };
  });
}
