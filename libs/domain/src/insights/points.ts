import type { AnyMetric, Measure, Metric, PercentileValue } from './metrics.ts';

/** The smallest number of values for each percentile. */
const minimum = { p50: 1, p85: 7, p95: 20 } as const;
type Percentile = keyof typeof minimum;

/** Percentiles of single values. Times are in milliseconds. */
export type Percentiles = Readonly<Record<Percentile, number>>;

/** Returns a percentile of sorted values by linear interpolation, like `percentile_cont`. */
function percentileOf(sorted: readonly number[], part: number): number {
  const position = part * (sorted.length - 1);
  const index = Math.floor(position);
  // The last value has no successor.
  const [low = 0, high = low] = sorted.slice(index, index + 2);
  return low + (high - low) * (position - index);
}

/** Returns the percentiles of single values; zeros if there are none. */
export function percentilesOfValues(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: percentileOf(sorted, 0.5), p85: percentileOf(sorted, 0.85), p95: percentileOf(sorted, 0.95) };
}

/** The sums of a group of releases or deployments in a period, and the percentiles of their values. */
export interface Sums<M extends string = Measure, P extends string = PercentileValue> {
  readonly measures: Readonly<Partial<Record<M, number>>>;
  readonly percentiles: Readonly<Partial<Record<P, Percentiles>>>;
  /** the local days of the period; part of a day is a fraction */
  readonly days: number;
}

/** The value of a metric for a group of releases or deployments in a period. */
export interface Point {
  /** the number of values, or the denominator of a ratio */
  readonly n: number;
  /** null: there are no values */
  readonly value: number | null;
  /** only for metrics with percentiles; null: there are too few values */
  readonly percentiles?: Readonly<Record<Percentile, number | null>>;
}

/** Returns a stored value in the unit of its metric: seconds instead of milliseconds. */
const inUnit = (value: number, { unit }: AnyMetric): number => (unit === 'seconds' ? value / 1_000 : value);

/** Sums of ratios are stored in millionths. */
const sumInUnit = (sum: number, { unit }: AnyMetric): number => (unit === 'ratio' ? sum / 1_000_000 : sum / 1_000);

function percentilesOf(metric: AnyMetric, n: number, values: Percentiles | undefined): Point['percentiles'] {
  const of = (name: Percentile): number | null =>
    values === undefined || n < minimum[name] ? null : inUnit(values[name], metric);
  return { p50: of('p50'), p85: of('p85'), p95: of('p95') };
}

/** Computes a metric (insights.md, Metrics of releases). */
export function pointOf(metric: AnyMetric, { measures, percentiles, days }: Sums<string, string>): Point {
  const of = (measure: string): number => measures[measure] ?? 0;
  switch (metric.kind) {
    case 'percentiles': {
      const n = of(metric.n);
      const value = n === 0 ? null : sumInUnit(of(metric.sum), metric) / n;
      return { n, value, percentiles: percentilesOf(metric, n, percentiles[metric.of]) };
    }
    case 'ratio': {
      const n = metric.whole.reduce((sum, measure) => sum + of(measure), 0);
      return { n, value: n === 0 ? null : of(metric.part) / n };
    }
    case 'count':
      return { n: of(metric.of), value: of(metric.of) };
    case 'rate':
      return { n: of(metric.of), value: of(metric.of) / days };
    case 'sum':
      return { n: of(metric.n), value: inUnit(of(metric.of), metric) };
  }
}

/** Returns the measures that a metric needs. */
export function measuresOf(metric: Metric): readonly Measure[] {
  switch (metric.kind) {
    case 'percentiles':
      return [metric.n, metric.sum];
    case 'ratio':
      return [metric.part, ...metric.whole];
    case 'count':
    case 'rate':
      return [metric.of];
    case 'sum':
      return [metric.of, metric.n];
  }
}

/** The ratio of the bounds of a bucket of a sketch: the relative error of its middle is at most 1 %. */
const gamma = 1.01 / 0.99;

/** Returns the estimate of a value in a bucket of a sketch, as the database counts it (insights.md, Percentiles). */
export function estimateOf(of: PercentileValue, bucket: number): number {
  const middle = (2 * gamma ** bucket) / (gamma + 1);
  return of === 'variance' ? middle / 1_000 - 1 : middle * 1_000;
}
