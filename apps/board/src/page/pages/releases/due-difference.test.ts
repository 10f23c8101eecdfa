import { expect, test } from 'vitest';
import { dueDifference, durationText } from './due-difference.ts';

const minute = 60_000;
const [hour, day] = [60 * minute, 24 * 60 * minute];
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [0, '0 min'],
  [24 * minute, '24 min'],
  [65 * minute, '1 h 5 min'],
  [2 * hour, '2 h'],
  [2 * day + 4 * hour + 30 * minute, '2 d 4 h'],
  [3 * day, '3 d'],
])('a duration of %i ms is %s', (ms, text) => {
  expect(plain(durationText(ms))).toBe(text);
});

test.each([
  [0, 'On time', false],
  [-5 * minute, 'On time', false],
  [40 * minute, '40 min after due', true],
  [3 * hour, '3 h after due', true],
  [-2 * hour, '2 h before due', false],
  [-3 * day, '3 d before due', false],
])('an end %i ms from the due date is %s', (difference, text, isLate) => {
  const result = dueDifference(1_000_000 + difference, 1_000_000);
  expect([plain(result.text), result.isLate]).toEqual([text, isLate]);
});
