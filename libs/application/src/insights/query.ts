import { showDate } from '@slipway/api-schema/format';
import type { InsightQueryBody, InsightQueryResponse } from '@slipway/api-schema/insights';
import {
  type Measure,
  type Metric,
  measuresOf,
  type PercentileValue,
  pointOf,
  type ReleaseMetricId,
  releaseMetrics,
  type Sums,
} from '@slipway/domain/insights';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import {
  type AggregateState,
  addEstimates,
  addExactPercentiles,
  type Bucket,
  readBuckets,
  type SumsQuery,
  type SumsRow,
  sumAggregates,
  sumFacts,
} from '@slipway/persistence/insights';
import { readVisibleTitles } from '../search/visible-titles.ts';
import { maxExactValues, readUsableAggregates } from './aggregate-state.ts';
import { readFreshness } from './freshness.ts';
import { type InsightContext, type ResolvedPeriod, resolvePeriod } from './selection.ts';

/** The maximum number of releases whose facts are read for all numbers. */
const maxRowsOfFacts = 5_000;
const maxBuckets = 1_000;
const maxGroups = 1_000;

/** The parts of a query that all its statements have in common. */
interface MetricQuery {
  readonly ids: readonly ReleaseMetricId[];
  readonly measures: readonly Measure[];
  readonly percentiles: readonly PercentileValue[];
}

function toMetricQuery(ids: readonly ReleaseMetricId[]): MetricQuery {
  const metrics = ids.map((id): Metric => releaseMetrics[id]);
  return {
    ids,
    measures: [...new Set(metrics.flatMap(measuresOf))],
    percentiles: [...new Set(metrics.flatMap((metric) => (metric.kind === 'percentiles' ? [metric.of] : [])))],
  };
}

/** The result of a query for sums. */
interface Result {
  readonly rows: readonly SumsRow[];
  readonly buckets: readonly Bucket[];
  /** Whether the percentiles are computed from single values. */
  readonly isExact: boolean;
}

const totalOf = (rows: readonly SumsRow[]): number => {
  const { completed = 0, aborted = 0 } = rows.find(({ level }) => level === 'all')?.measures ?? {};
  return completed + aborted;
};

/** Computes sums from aggregates, and percentiles from single values or sketches. Returns null for few releases. */
async function readAggregateSums(
  { database }: InsightContext,
  query: SumsQuery,
  state: AggregateState,
): Promise<Omit<Result, 'buckets'> | null> {
  const measures = [...new Set<Measure>([...query.measures, 'completed', 'aborted'])];
  const rows = await sumAggregates(database, { ...query, measures }, state);
  const count = totalOf(rows);
  if (count <= maxRowsOfFacts) return null;
  if (query.percentiles.length === 0) return { rows, isExact: true };
  if (count <= maxExactValues) return { rows: await addExactPercentiles(database, query, rows), isExact: true };
  return { rows: await addEstimates(database, query, { rows, state }), isExact: false };
}

async function readSums(context: InsightContext, query: SumsQuery): Promise<Result> {
  const { database } = context;
  const { selection, zone, interval } = query;
  const [buckets, state] = await Promise.all([
    readBuckets(database, selection, zone, interval),
    query.groupBy === 'tag' ? null : readUsableAggregates(context, query),
  ]);
  if (buckets.length > maxBuckets) throw new Invalid(message('insights.tooManyParts', { max: maxBuckets }));
  const aggregated = state === null ? null : await readAggregateSums(context, query, state);
  return { ...(aggregated ?? { rows: await sumFacts(database, query), isExact: true }), buckets };
}

const noSums: Omit<Sums, 'days'> = { measures: {}, percentiles: {} };

function showPoint(metric: Metric, { from, to, days }: Omit<Bucket, 'key'>, row: Omit<Sums, 'days'> = noSums) {
  const { n, value, percentiles } = pointOf(metric, { ...row, days });
  const { p50, p85, p95 } = percentiles ?? { p50: null, p85: null, p95: null };
  return {
    ...{ from: showDate(from), to: showDate(to), n },
    ...(value !== null && { value }),
    ...(p50 !== null && { p50 }),
    ...(p85 !== null && { p85 }),
    ...(p95 !== null && { p95 }),
  };
}

const wholePeriod = ({ selection: { from, to } }: ResolvedPeriod, buckets: readonly Bucket[]) => ({
  ...{ from, to },
  days: buckets.reduce((sum, { days }) => sum + days, 0),
});

/** The values of the metrics for all selected releases. */
const showTotal = (ids: readonly ReleaseMetricId[], period: ResolvedPeriod, { rows, buckets }: Result) =>
  ids.map((metric) => ({
    metric,
    ...showPoint(
      releaseMetrics[metric],
      wholePeriod(period, buckets),
      rows.find(({ level }) => level === 'all'),
    ),
  }));

const sizeOf = ({ measures }: SumsRow): number => Object.values(measures).reduce((sum, value) => sum + value, 0);

interface Group {
  readonly id: string;
  readonly title: string;
}

/** Returns the groups of a result, largest first, with titles that the caller can view. */
async function groupsOf(
  context: InsightContext,
  caller: Person,
  rows: readonly SumsRow[],
  groupBy: SumsQuery['groupBy'],
): Promise<readonly (Group | null)[]> {
  if (groupBy === null) return [null];
  const ids = rows
    .filter(({ level }) => level === 'group')
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .map(({ group }) => group ?? '')
    .slice(0, maxGroups);
  if (groupBy === 'tag') return ids.map((id) => ({ id, title: id }));
  const titles = await readVisibleTitles(context, caller, ids);
  return ids.map((id) => ({ id, title: titles.get(id) ?? '' }));
}

/** Computes metrics of ended releases (insights.md, Metrics of releases). Throws Invalid, NotFound. */
export async function queryInsights(
  context: InsightContext,
  caller: Person,
  {
    metrics,
    interval = null,
    groupBy = null,
    compare,
    ...body
  }: Omit<InsightQueryBody, 'interval' | 'groupBy'> & {
    readonly interval?: SumsQuery['interval'] | undefined;
    readonly groupBy?: SumsQuery['groupBy'] | undefined;
  },
): Promise<InsightQueryResponse> {
  const period = await resolvePeriod(context, caller, body);
  const { ids, ...sums } = toMetricQuery([...new Set(metrics.flatMap((id) => id ?? []))]);
  const query: SumsQuery = { ...period, ...sums, interval: interval ?? null, groupBy: groupBy ?? null };
  const { from, to } = period.selection;
  const earlier = { ...period, selection: { ...period.selection, from: from - (to - from), to: from } };
  const [freshness, result, previous] = await Promise.all([
    readFreshness(context),
    readSums(context, query),
    compare === undefined ? null : readSums(context, { ...query, ...earlier, interval: null, groupBy: null }),
  ]);
  const groups = await groupsOf(context, caller, result.rows, query.groupBy);
  const byPlace = new Map(
    result.rows.flatMap((row) => (row.level === 'bucket' ? [[`${row.key} ${row.group ?? ''}`, row]] : [])),
  );
  const rowAt = ({ key }: Bucket, group: Group | null): SumsRow | undefined =>
    byPlace.get(`${query.interval === null ? null : key} ${group?.id ?? ''}`);
  return {
    ...freshness,
    tz: period.zone,
    exact: result.isExact && (previous === null || previous.isExact),
    truncated: groups.length === maxGroups,
    series: ids.flatMap((metric) =>
      groups.map((group) => ({
        metric,
        ...(group !== null && { group }),
        points: result.buckets.map((bucket) => showPoint(releaseMetrics[metric], bucket, rowAt(bucket, group))),
      })),
    ),
    total: showTotal(ids, period, result),
    ...(previous !== null && { previous: showTotal(ids, earlier, previous) }),
  };
}

/** Returns the metrics with their formulas. */
export const listMetrics = () =>
  Object.entries(releaseMetrics).map(([id, { kind, unit, label, formula, population }]) => ({
    ...{ id, subject: 'release' as const, kind, unit, label, formula, population },
  }));
