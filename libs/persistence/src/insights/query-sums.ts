import { rootFolderId } from '@slipway/domain/ids';
import type { Measure, Percentiles, PercentileValue, Sums } from '@slipway/domain/insights';
import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { builder, runQuery } from '../search/search-filter.ts';
import { factSum, percentileSql } from './measures.ts';
import { type InsightSelection, whereSelected } from './selection.ts';

export type Interval = 'day' | 'week' | 'month';
export type Grouping = 'folder' | 'template' | 'tag' | 'owner';

/** A query for sums of releases. */
export interface SumsQuery {
  readonly selection: InsightSelection;
  readonly zone: string;
  /** null: one bucket with the whole period */
  readonly interval: Interval | null;
  readonly groupBy: Grouping | null;
  readonly measures: readonly Measure[];
  readonly percentiles: readonly PercentileValue[];
}

/** A part of the period. */
export interface Bucket {
  /** the local start of the day, week or month, which can be before the period */
  readonly key: Instant;
  readonly from: Instant;
  readonly to: Instant;
  readonly days: number;
}

/** The sums of a group in a bucket. */
export interface SumsRow extends Omit<Sums, 'days'> {
  /** `all`: all releases of the query; `group`: those of the group in the whole period */
  readonly level: 'all' | 'group' | 'bucket';
  readonly group: string | null;
  readonly key: Instant | null;
}

const bucketsText = `select s as key, greatest(s, b.lower) as "from", least(n, b.upper) as "to",
    (extract(epoch from (least(n, b.upper) at time zone b.tz) - (greatest(s, b.lower) at time zone b.tz))
      / 86400)::float8 as days
  from (select $1::timestamptz as lower, $2::timestamptz as upper, $3::text as tz, ('1 ' || $4)::interval as step) b,
    generate_series(date_trunc($4, b.lower, b.tz), b.upper - interval '1 microsecond', b.step, b.tz) s,
    lateral date_add(s, b.step, b.tz) n
  order by s`;
const wholeText = `select $1::timestamptz as key, $1::timestamptz as "from", $2::timestamptz as "to",
    (extract(epoch from ($2::timestamptz at time zone $3) - ($1::timestamptz at time zone $3)) / 86400)::float8 as days`;

/** Returns the parts of a period by local days, ISO weeks or months, without gaps. A day can have 23 or 25 hours. */
export async function readBuckets(
  connection: Connection,
  { from, to }: Pick<InsightSelection, 'from' | 'to'>,
  zone: string,
  interval: Interval | null,
): Promise<readonly Bucket[]> {
  const period = [timestamp(from), timestamp(to), zone];
  return interval === null
    ? await connection.query<Bucket>({ name: 'insight-period', text: wholeText }, period)
    : await connection.query<Bucket>({ name: 'insight-buckets', text: bucketsText }, [...period, interval]);
}

/** The results of one row: the sums in the order of the measures, and the percentiles of up to four values. */
export interface ResultRow extends Pick<SumsRow, 'level' | 'group' | 'key'> {
  readonly sums: readonly number[];
  readonly p0?: readonly number[] | null;
  readonly p1?: readonly number[] | null;
  readonly p2?: readonly number[] | null;
  readonly p3?: readonly number[] | null;
}

const toPercentiles = (values: readonly number[] | null | undefined): Percentiles | undefined => {
  const [p50, p85, p95] = values ?? [];
  return p50 === undefined || p85 === undefined || p95 === undefined ? undefined : { p50, p85, p95 };
};

export const toSumsRow =
  ({ measures, percentiles }: Pick<SumsQuery, 'measures' | 'percentiles'>) =>
  ({ level, group, key, sums, ...columns }: ResultRow): SumsRow => {
    const found = [columns.p0, columns.p1, columns.p2, columns.p3].map(toPercentiles);
    return {
      ...{ level, group, key },
      measures: Object.fromEntries(measures.map((measure, index) => [measure, sums[index] ?? 0])),
      percentiles: Object.fromEntries(
        percentiles.flatMap((name, index) => (found[index] === undefined ? [] : [[name, found[index]]])),
      ),
    };
  };

const resultsSql = ({ measures, percentiles }: SumsQuery): string =>
  [
    `array[${measures.map(factSum).join(', ')}]::float8[] as sums`,
    ...percentiles.map(
      (name, index) =>
        `percentile_cont(array[0.5, 0.85, 0.95]) within group (order by ${percentileSql[name]}) as p${index}`,
    ),
  ].join(', ');

/** SQL for the start of the part of the period that contains a time. */
export const bucketSql = (interval: Interval | null, time: string): string =>
  interval === null ? 'null::timestamptz' : `date_trunc('${interval}', ${time}, ?)`;
/** The parameters of `bucketSql`. */
export const zoneOf = ({ interval, zone }: SumsQuery): readonly string[] => (interval === null ? [] : [zone]);

/** SQL for the group of a row of `s`, and the table that it needs. */
const groupSql = {
  folder: ['s.folder_id', ''],
  template: ['s.template_id', ''],
  tag: ['g.tag', 'cross join unnest(s.tags) as g (tag)'],
  // in lower case, like the names of users
  owner: ['lower(s.owner)', ''],
} as const satisfies Record<Grouping, readonly [string, string]>;

/** SQL for the levels of the result, from selected rows `s` with a column `bucket`. */
export function levelsSql(results: string, { interval, groupBy }: SumsQuery): string {
  if (interval === null && groupBy === null)
    return `select level, null::text as "group", null::timestamptz as key, s.* from (select ${results} from s) s
      cross join (values ('all'), ('bucket')) l (level)`;
  const [group, join] = groupBy === null ? ['null::text', ''] : groupSql[groupBy];
  const sets = groupBy === null ? 's.bucket' : `grouping sets ((${group}, s.bucket), (${group}))`;
  const level = groupBy === null ? `'bucket'` : `case when grouping(s.bucket) = 1 then 'group' else 'bucket' end`;
  return `select 'all' as level, null::text as "group", null::timestamptz as key, ${results} from s
    union all select ${level}, ${group}, s.bucket, ${results} from s ${join} group by ${sets}`;
}

const groupColumns = { folder: 'folder_id', template: 'template_id', tag: 'tags', owner: 'owner' } as const;

/** The columns of a query. Without measures these are few, so that the rows fit into memory. */
const columnsOf = ({ measures, groupBy }: SumsQuery): readonly string[] =>
  measures.length > 0
    ? ['*']
    : [
        'status',
        'duration',
        'time_to_start',
        'lead_time',
        'planned',
        ...(groupBy === null ? [] : [groupColumns[groupBy]]),
      ];

/** Computes sums and percentiles from the facts of the selected releases, exactly. */
export async function sumFacts(connection: Connection, query: SumsQuery): Promise<readonly SumsRow[]> {
  const columns = columnsOf(query).map((name) => `r.${name}`);
  const selected = builder('insight_releases as r').select(
    builder.raw([...columns, `${bucketSql(query.interval, 'r.ended_at')} as bucket`].join(', '), [...zoneOf(query)]),
  );
  whereSelected(selected, query.selection);
  const rows = await runQuery<ResultRow>(
    connection,
    builder.raw(`with s as materialized (?) ${levelsSql(resultsSql(query), query)}`, [selected]),
  );
  return rows.map(toSumsRow(query));
}

/** Whether a visible release at the top level was selected. Aggregates do not know the teams of such releases. */
export async function hasTopLevelReleases(connection: Connection, selection: InsightSelection): Promise<boolean> {
  if (selection.visibility.scopes === null) return false;
  const selected = whereSelected(builder('insight_releases as r').select(builder.raw('1')), selection);
  return (await runQuery(connection, selected.where('r.folder_id', rootFolderId).limit(1))).length > 0;
}
