import type { Percentiles } from './points.ts';

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
