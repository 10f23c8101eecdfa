import { expect, test } from 'vitest';
import { metricText } from './metric-text.ts';

test.each([
  [0, 'seconds', '0 s'],
  [0.4, 'seconds', '0 s'],
  [59.6, 'seconds', '1 min'],
  [7_500, 'seconds', '2 h 5 min'],
  [-90, 'seconds', '−1 min 30 s'],
  [90_061, 'seconds', '1 d 1 h'],
  [86_459, 'seconds', '1 d'],
  [0.1234, 'ratio', '12.3 %'],
  [12, 'count', '12'],
  [4 / 31, 'perDay', '0.129 per day'],
] as const)('the value %s of the unit %s is %s', (value, unit, text) => {
  expect(metricText(value, unit)).toBe(text);
});
