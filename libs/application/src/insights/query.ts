import type { InsightQueryBody, InsightQueryResponse } from '@slipway/api-schema/insights';
import {
  type DoraMetricId,
  doraMetrics,
  isDoraMetric,
  type Measure,
  type Metric,
  measuresOf,
  type PercentileValue,
  type ReleaseMetricId,
  releaseMetrics,
  type WorkingHours,
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
import { maxExactValues, readUsableAggregates } from './aggregate-state.ts';
import { type DoraQuery, readDoraSeries } from './deployments/dora-series.ts';
import { readFreshness } from './freshness.ts';
import { requirePersons } from './options.ts';
import { type InsightContext, type ResolvedPeriod, resolvePeriod } from './selection.ts';
import { earlierPeriod, findRow, groupsOf, maxGroups, showPoint, wholePeriod } from './show-points.ts';
import { countWorkingTime, requireWorkingHours } from './working-time.ts';

/** The maximum number of releases whose facts are read for all numbers. */
const maxRowsOfFacts = 5_000;
const maxBuckets = 1_000;

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
): Promise<Result | null> {
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
  const hasNone = query.groupBy === 'tag' || query.groupBy === 'owner';
  const state = hasNone ? null : await readUsableAggregates(context, query);
  const aggregated = state === null ? null : await readAggregateSums(context, query, state);
  return aggregated ?? { rows: await sumFacts(database, query), isExact: true };
}

/** Reads sums whose durations count the working hours only; null: calendar time. */
async function readDurations(context: InsightContext, query: SumsQuery, hours: WorkingHours | null): Promise<Result> {
  const result = await readSums(context, query);
  return hours === null ? result : { ...result, rows: await countWorkingTime(context, query, result.rows, hours) };
}

/** The values of the metrics for all selected releases. */
const showTotal = (
  ids: readonly ReleaseMetricId[],
  whole: ReturnType<typeof wholePeriod>,
  { rows }: Pick<Result, 'rows'>,
) =>
  ids.map((metric) => ({
    metric,
    ...showPoint(
      releaseMetrics[metric],
      whole,
      rows.find(({ level }) => level === 'all'),
    ),
  }));

/** A query with its periods. */
interface PeriodQuery extends Pick<SumsQuery, 'interval'> {
  readonly period: ResolvedPeriod;
  readonly buckets: readonly Bucket[];
  /** the period of the same duration before; null: it is not requested */
  readonly earlier: { readonly period: ResolvedPeriod; readonly buckets: readonly Bucket[] } | null;
}

/** A query for metrics of releases. */
interface ReleaseQuery extends PeriodQuery, Pick<SumsQuery, 'groupBy'> {
  /** null: calendar time */
  readonly hours: WorkingHours | null;
}

type Part = Pick<InsightQueryResponse, 'series' | 'total' | 'exact' | 'truncated'> & {
  readonly previous: InsightQueryResponse['total'];
};
const noPart: Part = { series: [], total: [], previous: [], exact: true, truncated: false };

/** Computes metrics of ended releases. */
async function readReleaseSeries(
  context: InsightContext,
  caller: Person,
  metrics: readonly ReleaseMetricId[],
  { period, interval, buckets, earlier, groupBy, hours }: ReleaseQuery,
): Promise<Part> {
  const { ids, ...sums } = toMetricQuery(metrics);
  const query: SumsQuery = { ...period, ...sums, interval, groupBy };
  const [result, previous] = await Promise.all([
    readDurations(context, query, hours),
    earlier === null
      ? null
      : readDurations(context, { ...query, ...earlier.period, interval: null, groupBy: null }, hours),
  ]);
  const groups = await groupsOf(context, caller, result.rows, groupBy);
  const rowAt = findRow(result.rows, interval);
  return {
    exact: result.isExact && (previous === null || previous.isExact),
    truncated: groups.length === maxGroups,
    series: ids.flatMap((metric) =>
      groups.map((group) => ({
        metric,
        ...(group !== null && { group }),
        points: buckets.map((bucket) => showPoint(releaseMetrics[metric], bucket, rowAt(bucket, group))),
      })),
    ),
    total: showTotal(ids, wholePeriod(period, buckets), result),
    previous:
      previous === null || earlier === null
        ? []
        : showTotal(ids, wholePeriod(earlier.period, earlier.buckets), previous),
  };
}

async function resolveQuery(
  context: InsightContext,
  caller: Person,
  { interval: rawInterval, compare, ...body }: InsightQueryBody,
): Promise<PeriodQuery> {
  const interval = rawInterval ?? null;
  const { database } = context;
  const period = await resolvePeriod(context, caller, body);
  const buckets = await readBuckets(database, period.selection, period.zone, interval);
  if (buckets.length > maxBuckets) throw new Invalid(message('insights.tooManyParts', { max: maxBuckets }));
  if (compare === undefined) return { period, interval, buckets, earlier: null };
  const before = earlierPeriod(period);
  const earlierBuckets = await readBuckets(database, before.selection, before.zone, null);
  return { period, interval, buckets, earlier: { period: before, buckets: earlierBuckets } };
}

const releaseGrouping = (groupBy: InsightQueryBody['groupBy']): SumsQuery['groupBy'] =>
  groupBy === undefined || groupBy === 'application' || groupBy === 'environment' ? null : groupBy;
const deploymentGrouping = (groupBy: InsightQueryBody['groupBy']): DoraQuery['groupBy'] =>
  groupBy === 'folder' || groupBy === 'application' || groupBy === 'environment' ? groupBy : null;

/** Returns the working hours. Throws Invalid without them, and for a duration that is always in calendar time. */
async function readHours(context: InsightContext, doraIds: readonly DoraMetricId[]): Promise<WorkingHours> {
  const metric = doraIds.find((id) => doraMetrics[id].unit === 'seconds');
  if (metric !== undefined) throw new Invalid(message('insights.calendarTime', { metric }));
  return await requireWorkingHours(context);
}

/**
 * Computes metrics of ended releases and of deployments (insights.md, Metrics of releases, Metrics of deployments).
 * Throws Invalid, NotFound.
 */
export async function queryInsights(
  context: InsightContext,
  caller: Person,
  body: InsightQueryBody,
): Promise<InsightQueryResponse> {
  const query = await resolveQuery(context, caller, body);
  if (body.groupBy === 'owner') await requirePersons(context);
  const ids = [...new Set(body.metrics.flatMap((id) => id ?? []))];
  const releaseIds = ids.flatMap((id) => (isDoraMetric(id) ? [] : [id]));
  const doraIds = ids.filter(isDoraMetric);
  const hours = body.workingTime === true ? await readHours(context, doraIds) : null;
  const [freshness, releases, dora] = await Promise.all([
    readFreshness(context),
    releaseIds.length === 0 && doraIds.length > 0
      ? noPart
      : readReleaseSeries(context, caller, releaseIds, { ...query, groupBy: releaseGrouping(body.groupBy), hours }),
    doraIds.length === 0
      ? null
      : readDoraSeries(context, caller, doraIds, { ...query, groupBy: deploymentGrouping(body.groupBy) }),
  ]);
  return {
    ...freshness,
    tz: query.period.zone,
    exact: releases.exact,
    truncated: releases.truncated || dora?.truncated === true,
    ...(dora !== null && { configured: dora.configured }),
    series: [...releases.series, ...(dora?.series ?? [])],
    total: [...releases.total, ...(dora?.total ?? [])],
    ...(query.earlier !== null && { previous: [...releases.previous, ...(dora?.previous ?? [])] }),
  };
}

/** Returns the metrics with their formulas. */
export const listMetrics = () => [
  ...Object.entries(releaseMetrics).map(([id, { kind, unit, label, formula, population }]) => ({
    ...{ id, subject: 'release' as const, kind, unit, label, formula, population },
  })),
  ...Object.entries(doraMetrics).map(([id, { kind, unit, label, formula, population }]) => ({
    ...{ id, subject: 'deployment' as const, kind, unit, label, formula, population },
  })),
];
