import { expect, test } from 'vitest';
import { compareValues, secondsText, valueText } from './values.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test.each([
  [0, '0 s'],
  [0.4, '0 s'],
  [42, '42 s'],
  [60, '1 min'],
  [90, '1 min 30 s'],
  [599.6, '10 min'],
  [3599, '1 h'],
  [3660, '1 h 1 min'],
  [86_399, '24 h'],
  [86_400, '1 d'],
  [90_000, '1 d 1 h'],
  [172_799, '2 d'],
  [1_000_000, '11 d 14 h'],
  [100_000_000, '1,157 d 10 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(plain(secondsText(seconds))).toBe(text);
});

test.each([
  [null, 'seconds', '–'],
  [undefined, 'count', '–'],
  [0.1234, 'ratio', '12.3%'],
  [0.2, 'change', '+20%'],
  [-0.2, 'change', '-20%'],
  [0, 'change', '0%'],
  [12_345, 'count', '12,345'],
  [0.12903, 'perDay', '0.129'],
] as const)('%s in the unit %s is %s', (value, unit, text) => {
  expect(valueText(value, unit)).toBe(text);
});

test.each([
  [0.8, 0.6, 'ratio', '20 points more than before', 'up'],
  [0.6, 0.8, 'ratio', '20 points less than before', 'down'],
  [0.6, 0.60001, 'ratio', 'Unchanged', 'same'],
  [90, 60, 'seconds', '50% more than before', 'up'],
  [30, 60, 'count', '50% less than before', 'down'],
  [60, 60, 'count', 'Unchanged', 'same'],
  [0, 0, 'count', 'Unchanged', 'same'],
] as const)('%d after %d in the unit %s: %s', (value, previous, unit, text, direction) => {
  expect(compareValues(value, previous, unit)).toEqual({ text, direction });
});

test.each([
  [null, 1],
  [1, null],
  [undefined, 1],
  [1, undefined],
  [1, 0],
] as const)('%s after %s has no comparison', (value, previous) => {
  expect(compareValues(value, previous, 'count')).toBeNull();
});
