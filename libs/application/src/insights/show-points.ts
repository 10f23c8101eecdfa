import { showDate } from '@slipway/api-schema/format';
import { type AnyMetric, pointOf, type Sums } from '@slipway/domain/insights';
import type { Person } from '@slipway/engine';
import type { Bucket } from '@slipway/persistence/insights';
import { readVisibleTitles } from '../search/visible-titles.ts';
import type { InsightContext, ResolvedPeriod } from './selection.ts';

type AnySums = Omit<Sums<string, string>, 'days'>;
const noSums: AnySums = { measures: {}, percentiles: {} };

/** Renders the value of a metric for one group in one part of the period. */
export function showPoint(metric: AnyMetric, { from, to, days }: Omit<Bucket, 'key'>, row: AnySums = noSums) {
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

/** Returns the whole period as one part. */
export const wholePeriod = (
  { selection: { from, to } }: Pick<ResolvedPeriod, 'selection'>,
  buckets: readonly Bucket[],
): Omit<Bucket, 'key'> => ({ from, to, days: buckets.reduce((sum, { days }) => sum + days, 0) });

/** The period of the same duration before another one. */
export function earlierPeriod<P extends Pick<ResolvedPeriod, 'selection'>>(period: P): P {
  const { from, to } = period.selection;
  return { ...period, selection: { ...period.selection, from: from - (to - from), to: from } };
}

export interface Group {
  readonly id: string;
  readonly title: string;
}

/** The sums of a group in a bucket. */
export interface LevelRow extends AnySums {
  readonly level: 'all' | 'group' | 'bucket';
  readonly group: string | null;
  readonly key: number | null;
}

export const maxGroups = 1_000;

const sizeOf = ({ measures }: LevelRow): number =>
  Object.values(measures).reduce((sum: number, value = 0) => sum + value, 0);

/**
 * Returns the groups of a result, largest first. Objects have titles that the caller can view; other groups are their
 * own titles.
 */
export async function groupsOf(
  context: InsightContext,
  caller: Person,
  rows: readonly LevelRow[],
  groupBy: 'folder' | 'template' | 'tag' | 'owner' | 'application' | 'environment' | null,
): Promise<readonly (Group | null)[]> {
  if (groupBy === null) return [null];
  const ids = rows
    .filter(({ level }) => level === 'group')
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .map(({ group }) => group ?? '')
    .slice(0, maxGroups);
  if (groupBy !== 'folder' && groupBy !== 'template') return ids.map((id) => ({ id, title: id }));
  const titles = await readVisibleTitles(context, caller, ids);
  return ids.map((id) => ({ id, title: titles.get(id) ?? '' }));
}

/** Returns a function that finds the sums of a group in a bucket. */
export function findRow<Row extends LevelRow>(rows: readonly Row[], interval: string | null) {
  const byPlace = new Map(
    rows.flatMap((row) => (row.level === 'bucket' ? [[`${row.key} ${row.group ?? ''}`, row] as const] : [])),
  );
  return ({ key }: Bucket, group: Group | null): Row | undefined =>
    byPlace.get(`${interval === null ? null : key} ${group?.id ?? ''}`);
}
