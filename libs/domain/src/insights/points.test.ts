import { describe, expect, test } from 'vitest';
import { releaseMetrics } from './metrics.ts';
import { estimateOf, measuresOf, percentilesOfValues, pointOf } from './points.ts';

const percentiles = { duration: { p50: 25_000, p85: 35_500, p95: 38_500 } };
const sums = (measures: Parameters<typeof pointOf>[1]['measures'], days = 31) => ({ measures, percentiles, days });

describe('a point', () => {
  test('of a duration has the mean and the percentiles with enough values', () => {
    const metric = releaseMetrics['release.duration'];
    const point = (n: number) => pointOf(metric, sums({ duration_n: n, duration_sum: n * 25_000 }));
    expect(point(20)).toEqual({ n: 20, value: 25, percentiles: { p50: 25, p85: 35.5, p95: 38.5 } });
    expect(point(19).percentiles).toEqual({ p50: 25, p85: 35.5, p95: null });
    expect(point(7).percentiles).toEqual({ p50: 25, p85: 35.5, p95: null });
    expect(point(6).percentiles).toEqual({ p50: 25, p85: null, p95: null });
    expect(point(0)).toEqual({ n: 0, value: null, percentiles: { p50: null, p85: null, p95: null } });
  });

  test('of a variance has ratios', () => {
    const metric = releaseMetrics['release.scheduleVariance'];
    const measures = { variance_n: 2, variance_sum: 500_000 };
    const variance = { p50: 0.25, p85: 0.4, p95: 0.4 };
    expect(pointOf(metric, { measures, percentiles: { variance }, days: 1 })).toEqual({
      n: 2,
      value: 0.25,
      percentiles: { p50: 0.25, p85: null, p95: null },
    });
    expect(pointOf(metric, { measures, percentiles: {}, days: 1 }).percentiles?.p50).toBeNull();
  });

  test('of a ratio is the sum of parts divided by the sum of wholes', () => {
    expect(pointOf(releaseMetrics['release.abortRate'], sums({ completed: 3, aborted: 1 }))).toEqual({
      n: 4,
      value: 0.25,
    });
    expect(pointOf(releaseMetrics['release.abortRate'], sums({}))).toEqual({ n: 0, value: null });
  });

  test('of a count, a rate and a sum is never null', () => {
    expect(pointOf(releaseMetrics['release.throughput'], sums({ completed: 62 }))).toEqual({ n: 62, value: 62 });
    expect(pointOf(releaseMetrics['release.frequency'], sums({ completed: 62 }))).toEqual({ n: 62, value: 2 });
    expect(pointOf(releaseMetrics['waiting.people'], sums({ people: 9_000, categories_n: 2 }))).toEqual({
      n: 2,
      value: 9,
    });
  });
});

test('a metric names the measures that its value needs', () => {
  for (const metric of Object.values(releaseMetrics)) expect(measuresOf(metric).length).toBeGreaterThan(0);
  expect(measuresOf(releaseMetrics['release.onTimeRate'])).toEqual(['on_time', 'with_due_date']);
});

test('an estimate differs from the values of its bucket by at most 1 %', () => {
  const bucketOf = (value: number) => Math.ceil(Math.log(value) / Math.log(1.01 / 0.99));
  for (let seconds = 1; seconds < 10_000_000; seconds = seconds * 1.37 + 0.1) {
    expect(Math.abs(estimateOf('duration', bucketOf(seconds)) / 1_000 / seconds - 1)).toBeLessThanOrEqual(0.010001);
  }
  expect(estimateOf('variance', bucketOf(1_500))).toBeCloseTo(0.5, 1);
});

test('percentiles interpolate linearly between single values', () => {
  expect(percentilesOfValues([30, 10, 40, 20])).toEqual({ p50: 25, p85: 35.5, p95: 38.5 });
  expect(percentilesOfValues([7])).toEqual({ p50: 7, p85: 7, p95: 7 });
  expect(percentilesOfValues([])).toEqual({ p50: 0, p85: 0, p95: 0 });
});
