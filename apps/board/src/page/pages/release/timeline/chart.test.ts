import { expect, test } from 'vitest';
import { tickLabels } from './chart.tsx';

const noon = Date.parse('2030-01-01T12:00:00Z');
const short = (text: string) => text.replaceAll('\u202f', ' ');

test.each([
  [60_000, ['12:00 PM', '12:01 PM', '12:02 PM']],
  [20_000, ['12:00:00 PM', '12:00:20 PM', '12:00:40 PM']],
  [500, ['12:00:00 PM', '', '12:00:01 PM']],
])('times %i milliseconds apart never have equal labels', (apart, expected) => {
  const words = tickLabels([noon, noon + apart, noon + 2 * apart], 'UTC');
  expect(words.map((word) => short(word).replace('1/1/30, ', ''))).toEqual(expected);
});
