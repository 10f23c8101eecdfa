import { estimateOf, type Percentiles, type PercentileValue } from '@slipway/domain/insights';

/** The number of values by bucket. */
export type Sketch = Map<number, number>;

/** Adds the buckets of a stored sketch. */
export function addBuckets(sketch: Sketch, buckets: readonly number[], counts: readonly number[]): void {
  for (const [index, bucket] of buckets.entries()) sketch.set(bucket, (sketch.get(bucket) ?? 0) + (counts[index] ?? 0));
}

/** Estimates percentiles of values: each is in the first bucket whose cumulative number reaches p · n. */
export function percentilesIn(value: PercentileValue, sketch: Sketch): Percentiles {
  const sorted = [...sketch].toSorted(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, n]) => sum + n, 0);
  const estimate = (share: number): number => {
    let reached = 0;
    for (const [bucket, n] of sorted) {
      reached += n;
      if (reached >= share * total) return estimateOf(value, bucket);
    }
    return Number.NaN;
  };
  return { p50: estimate(0.5), p85: estimate(0.85), p95: estimate(0.95) };
}
