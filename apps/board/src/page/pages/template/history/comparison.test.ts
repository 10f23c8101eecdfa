import { expect, test } from 'vitest';
import { comparisonOf } from './comparison.ts';

test.each([
  ['an old version with the current one', [3, 2, 1], 1, null, { from: 1, to: null }],
  ['the current version with the one before it', [3, 2, 1], 3, null, { from: 2, to: null }],
  ['with a later version', [3, 2, 1], 1, 2, { from: 1, to: 2 }],
  ['with an earlier version, from the earlier one', [3, 2, 1], 2, 1, { from: 1, to: 2 }],
  ['with the current version by its number', [3, 2, 1], 1, 3, { from: 1, to: null }],
  ['with itself, as without a choice', [3, 2, 1], 2, 2, { from: 2, to: null }],
  ['the only version', [1], 1, null, null],
])('a comparison of %s', (_, numbers, open, other, expected) => {
  expect(comparisonOf(numbers, open, other)).toEqual(expected);
});
