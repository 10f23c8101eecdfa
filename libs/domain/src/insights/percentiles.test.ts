import { expect, test } from 'vitest';
import { percentilesOfValues } from './percentiles.ts';

test('percentiles interpolate linearly between single values', () => {
  expect(percentilesOfValues([30, 10, 40, 20])).toEqual({ p50: 25, p85: 35.5, p95: 38.5 });
  expect(percentilesOfValues([7])).toEqual({ p50: 7, p85: 7, p95: 7 });
  expect(percentilesOfValues([])).toEqual({ p50: 0, p85: 0, p95: 0 });
});
