import { expect, test } from 'vitest';
import { parseRange } from './ranges.ts';

test.each([
  [undefined, 10, null],
  ['bytes=0-3', 10, { start: 0, end: 4 }],
  ['bytes=4-', 10, { start: 4, end: 10 }],
  ['bytes=8-99', 10, { start: 8, end: 10 }],
  ['bytes=-3', 10, { start: 7, end: 10 }],
  ['bytes=-99', 10, { start: 0, end: 10 }],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-1', 0, 'unsatisfiable'],
  ['bytes=3-2', 10, null],
  ['bytes=0-1,4-5', 10, null],
  ['bytes=-', 10, null],
  ['bytes=a-b', 10, null],
  ['lines=0-3', 10, null],
  [`bytes=${'9'.repeat(400)}-`, 10, null],
] as const)('the range %s of %i bytes is %j', (header, size, expected) => {
  expect(parseRange(header, size)).toEqual(expected);
});
