import type { InsightQueryResponse } from '@slipway/api-schema/insights';
import {
  type AnyMetric,
  type DoraMetricId,
  doraMetrics,
  type FrequencyBand,
  frequencyBandOf,
  type LeadTimeVariant,
} from '@slipway/domain/insights';
import type { Person } from '@slipway/engine';
import {
  type Bucket,
  type DeploymentSumsQuery,
  type DeploymentSumsRow,
  hasDeploymentSource,
  readDeploymentDays,
  sumDeployments,
  sumLeadTimes,
} from '@slipway/persistence/insights';
import type { InsightContext, ResolvedPeriod } from '../selection.ts';
import { findRow, groupsOf, maxGroups, showPoint, wholePeriod } from '../show-points.ts';

/** A query for metrics of deployments, with its periods. */
export interface DoraQuery extends Pick<DeploymentSumsQuery, 'interval' | 'groupBy'> {
  readonly period: ResolvedPeriod;
  readonly buckets: readonly Bucket[];
  readonly earlier: { readonly period: ResolvedPeriod; readonly buckets: readonly Bucket[] } | null;
}

interface Sums {
  readonly deployments: readonly DeploymentSumsRow[];
  readonly leadTimes: readonly DeploymentSumsRow[];
  /** null: lead times are not requested */
  readonly variant: LeadTimeVariant | null;
}

const leadTimeId = 'dora.changeLeadTime';

async function readSums(
  { database }: Pick<InsightContext, 'database'>,
  ids: readonly DoraMetricId[],
  query: DeploymentSumsQuery,
): Promise<Sums> {
  const [deployments, lead] = await Promise.all([
    sumDeployments(database, query),
    ids.includes(leadTimeId) ? sumLeadTimes(database, query) : { rows: [], variant: null },
  ]);
  return { deployments, leadTimes: lead.rows, variant: lead.variant };
}

/** Returns the sums that contain the values of a metric. */
const rowsFor = (id: DoraMetricId, { deployments, leadTimes }: Sums): readonly DeploymentSumsRow[] =>
  id === leadTimeId ? leadTimes : deployments;

/** Renders a value; without a source of deployments there is none. */
function showValue(
  id: DoraMetricId,
  part: Omit<Bucket, 'key'>,
  row: DeploymentSumsRow | undefined,
  configured: boolean,
) {
  const metric: AnyMetric = doraMetrics[id];
  const { value, ...point } = showPoint(metric, part, row);
  return { ...point, ...(configured && value !== undefined && { value }) };
}

interface Details {
  readonly configured: boolean;
  /** null: it is not requested, or there is no source of deployments */
  readonly band: FrequencyBand | null;
}

function showTotal(
  ids: readonly DoraMetricId[],
  whole: Omit<Bucket, 'key'>,
  sums: Sums,
  { configured, band }: Details,
): InsightQueryResponse['total'] {
  return ids.map((id) => {
    const row = rowsFor(id, sums).find(({ level }) => level === 'all');
    return {
      metric: id,
      ...showValue(id, whole, row, configured),
      ...(id === 'dora.deploymentFrequency' && band !== null && { band }),
      ...(id === leadTimeId && sums.variant !== null && { variant: sums.variant }),
      ...(id === 'dora.recoveryTime' && { open: row?.measures.open ?? 0 }),
    };
  });
}

async function readBand(
  { database }: InsightContext,
  ids: readonly DoraMetricId[],
  period: ResolvedPeriod,
): Promise<FrequencyBand | null> {
  if (!ids.includes('dora.deploymentFrequency')) return null;
  const { days, end } = await readDeploymentDays(database, period);
  return frequencyBandOf(days, end);
}

/** Computes metrics of deployments to production. */
export async function readDoraSeries(
  context: InsightContext,
  caller: Person,
  ids: readonly DoraMetricId[],
  { period, interval, groupBy, buckets, earlier }: DoraQuery,
) {
  const [configured, sums, band, previous] = await Promise.all([
    hasDeploymentSource(context.database, period.selection),
    readSums(context, ids, { ...period, interval, groupBy }),
    readBand(context, ids, period),
    earlier === null ? null : readSums(context, ids, { ...earlier.period, interval: null, groupBy: null }),
  ]);
  const groups = await groupsOf(context, caller, sums.deployments, groupBy);
  const details = { configured, band: configured ? band : null };
  const series = ids.flatMap((metric) => {
    const rowAt = findRow(rowsFor(metric, sums), interval);
    return groups.map((group) => ({
      metric,
      ...(group !== null && { group }),
      points: buckets.map((bucket) => showValue(metric, bucket, rowAt(bucket, group), configured)),
    }));
  });
  return {
    configured,
    truncated: groups.length === maxGroups,
    series,
    total: showTotal(ids, wholePeriod(period, buckets), sums, details),
    previous:
      previous === null || earlier === null
        ? []
        : showTotal(ids, wholePeriod(earlier.period, earlier.buckets), previous, { configured, band: null }),
  };
}
