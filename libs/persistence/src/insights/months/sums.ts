import type { Measure, PercentileValue } from '@slipway/domain/insights';
import type { Knex } from 'knex';
import type { Connection } from '../../database/database.ts';
import { builder, runQuery } from '../../search/search-filter.ts';
import {
  type Interval,
  levelsSql,
  type ResultRow,
  type SumsQuery,
  type SumsRow,
  sumFacts,
  toSumsRow,
  zoneOf,
} from '../query-sums.ts';
import { type InsightSelection, whereFolder } from '../selection.ts';
import { type AggregateState, type PeriodParts, partsOf, unionAll, whereDayIn, whereMonthIn } from './parts.ts';
import { addBuckets, percentilesIn, type Sketch } from './sketches.ts';

/** A selection without releases at the top level. They have teams of their own, which aggregates do not know. */
const inFolders = (selection: InsightSelection): InsightSelection => ({
  ...selection,
  visibility: { ...selection.visibility, principals: [] },
});

/** Restricts rows `r` of aggregates to the selected folders and templates. */
export function whereSelectedKey(query: Knex.QueryBuilder, selection: InsightSelection): Knex.QueryBuilder {
  const { templateIds } = selection;
  whereFolder(query, inFolders(selection));
  if (templateIds.length > 0) query.whereRaw('r.template_id = any (?::text[])', [[...templateIds]]);
  return query;
}

/** Months answer queries by month, and for the whole period. */
const partsFor = ({ interval }: Pick<SumsQuery, 'interval'>, { days, built }: AggregateState): PeriodParts =>
  partsOf(days, interval === null || interval === 'month' ? built : []);

const bucketSql = (interval: Interval | null): string =>
  interval === null ? 'null::timestamptz' : `date_trunc('${interval}', day::timestamp) at time zone ?`;

/** The column of groups. Aggregates have an empty text for releases without a template. */
const groupColumn = ({ groupBy }: SumsQuery): 'folder_id' | 'template_id' =>
  groupBy === 'folder' ? 'folder_id' : 'template_id';

async function sumDays(
  connection: Connection,
  query: SumsQuery,
  { months, ranges }: PeriodParts,
): Promise<readonly ResultRow[]> {
  const { measures, interval, selection } = query;
  const group = query.groupBy === null ? [] : [groupColumn(query)];
  const columns = [...group, ...new Set<Measure>([...measures, 'completed', 'aborted'])].map((name) => `r.${name}`);
  const select = (table: string, day: string) =>
    whereSelectedKey(
      builder(`${table} as r`).select(builder.raw([`r.${day} as day`, ...columns].join(', '))),
      selection,
    );
  const parts = unionAll([
    whereMonthIn(select('insight_months', 'month'), months),
    whereDayIn(select('insight_days', 'day'), 'r.day', ranges),
  ]);
  const sums = measures.map((measure) => `sum(${measure}) as ${measure}`);
  const days = builder.raw(
    `select ${['day', `${bucketSql(interval)} as bucket`, ...group, ...sums].join(', ')}
      from (?) r group by ${['day', ...group].join(', ')} having sum(completed + aborted) <> 0`,
    [...zoneOf(query), parts],
  );
  const results = `array[${measures.map((measure) => `coalesce(sum(s.${measure}), 0)`).join(', ')}]::float8[] as sums`;
  return await runQuery<ResultRow>(
    connection,
    builder.raw(`with s as materialized (?) ${levelsSql(results, query)}`, [days]),
  );
}

/** Selects the buckets of the sketches of months. They have the sums of all folders, and none of single templates. */
function monthBuckets({ selection, percentiles, groupBy }: SumsQuery, months: readonly string[]): Knex.QueryBuilder {
  const query = builder('insight_month_sketches as r')
    .joinRaw('cross join lateral unnest(r.buckets, r.counts) as b (bucket, n)')
    .select(builder.raw(`r.month as day, r.folder_id, '' as template_id, r.metric, b.bucket, b.n`))
    .whereRaw('r.metric = any (?::text[])', [[...percentiles]]);
  whereMonthIn(whereFolder(query, inFolders(selection)), months);
  const isAll = selection.visibility.scopes === null && selection.folderId === null && groupBy === null;
  return query.whereRaw(isAll ? `r.folder_id = ''` : `r.folder_id <> ''`);
}

const hasTemplates = ({ selection, groupBy }: SumsQuery): boolean =>
  selection.templateIds.length > 0 || groupBy === 'template';

/** The sketch of a metric in a group and a part of the period. */
interface SketchRow extends Pick<SumsRow, 'group' | 'key'> {
  readonly metric: PercentileValue;
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
}

async function readSketches(
  connection: Connection,
  query: SumsQuery,
  state: AggregateState,
): Promise<readonly SketchRow[]> {
  const { percentiles, selection, interval } = query;
  const { months, ranges } = hasTemplates(query) ? partsOf(state.days, []) : partsFor(query, state);
  const days = builder('insight_sketches as r')
    .select('r.day', 'r.folder_id', 'r.template_id', 'r.metric', 'r.bucket', 'r.n')
    .whereRaw('r.metric = any (?::text[])', [[...percentiles]]);
  const parts = unionAll([monthBuckets(query, months), whereDayIn(whereSelectedKey(days, selection), 'r.day', ranges)]);
  const group = query.groupBy === null ? 'null::text' : `nullif(${groupColumn(query)}, '')`;
  return await runQuery<SketchRow>(
    connection,
    builder.raw(
      `select "group", ${bucketSql(interval)} as key, metric, array_agg(bucket) as buckets, array_agg(n) as counts
      from (select ${group} as "group", day, metric, bucket, sum(n)::int as n from (?) r group by 1, 2, 3, 4) b
      where n > 0 group by 1, 2, 3`,
      [...zoneOf(query), parts],
    ),
  );
}

/** Returns estimates of percentiles for each row of a result. */
function estimatesOf(query: SumsQuery, sketches: readonly SketchRow[]): ReadonlyMap<string, SumsRow['percentiles']> {
  const merged = new Map<string, Map<PercentileValue, Sketch>>();
  for (const { group, key, metric, buckets, counts } of sketches) {
    const levels = [
      keyOf({ level: 'all', group: null, key: null }),
      ...(query.groupBy === null ? [] : [keyOf({ level: 'group', group, key: null })]),
      keyOf({ level: 'bucket', group, key }),
    ];
    for (const level of levels) {
      const metrics = merged.get(level) ?? new Map<PercentileValue, Sketch>();
      const sketch = metrics.get(metric) ?? new Map<number, number>();
      addBuckets(sketch, buckets, counts);
      merged.set(level, metrics.set(metric, sketch));
    }
  }
  return new Map(
    [...merged].map(([level, metrics]) => [
      level,
      Object.fromEntries([...metrics].map(([metric, sketch]) => [metric, percentilesIn(metric, sketch)])),
    ]),
  );
}

const keyOf = ({ level, group, key }: Pick<SumsRow, 'level' | 'group' | 'key'>) => `${level} ${key} ${group}`;

/** The rows of a query, and the state of the aggregates. */
interface Summed {
  readonly rows: readonly SumsRow[];
  readonly state: AggregateState;
}

/** Adds estimates of percentiles from sketches to rows of sums. */
export async function addEstimates(
  connection: Connection,
  query: SumsQuery,
  { rows, state }: Summed,
): Promise<readonly SumsRow[]> {
  const estimates = estimatesOf(query, await readSketches(connection, query, state));
  return rows.map((row) => ({ ...row, percentiles: estimates.get(keyOf(row)) ?? {} }));
}

/** Adds percentiles from facts to rows of sums. */
export async function addExactPercentiles(
  connection: Connection,
  query: SumsQuery,
  rows: readonly SumsRow[],
): Promise<readonly SumsRow[]> {
  const exact = await sumFacts(connection, { ...query, selection: inFolders(query.selection), measures: [] });
  const byKey = new Map(exact.map((row) => [keyOf(row), row.percentiles]));
  return rows.map((row) => ({ ...row, percentiles: byKey.get(keyOf(row)) ?? {} }));
}

/**
 * Computes sums from the aggregates of months and days, without percentiles. The period has whole days of the zone of
 * the aggregates.
 */
export async function sumAggregates(
  connection: Connection,
  query: SumsQuery,
  state: AggregateState,
): Promise<readonly SumsRow[]> {
  const rows = await sumDays(connection, query, partsFor(query, state));
  return rows
    .map(toSumsRow({ ...query, percentiles: [] }))
    .map((row) => ({ ...row, group: row.group === '' ? null : row.group }));
}

/** Counts the selected releases by the sum of measures of the whole period. */
export async function countAggregates(
  connection: Connection,
  { state, ...period }: Pick<SumsQuery, 'selection' | 'zone'> & { readonly state: AggregateState },
  measures: readonly Measure[],
): Promise<number> {
  const query: SumsQuery = { ...period, interval: null, groupBy: null, measures, percentiles: [] };
  const rows = await sumAggregates(connection, query, state);
  const values = rows.find(({ level }) => level === 'all')?.measures ?? {};
  return Object.values(values).reduce((sum, value) => sum + value, 0);
}
