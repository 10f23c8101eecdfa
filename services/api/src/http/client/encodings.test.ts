import { expect, test } from 'vitest';
import { refusesPlain, takes } from './encodings.ts';

test.each([
  ['', false, false],
  ['gzip', true, false],
  ['deflate, GZIP;q=0.5', true, false],
  ['br, zstd ; q=0.1', false, false],
  ['gzip;q=0', false, false],
  ['gzip; Q=0.000, identity', false, false],
  ['gzip;q=0.2, identity;q=0.5', false, false],
  ['gzip;q=0.5, identity;q=0.5', true, false],
  ['*', false, false],
  ['gzip, identity;q=0', true, true],
  ['gzip, *;q=0', true, true],
  ['identity, *;q=0', false, false],
  ['identity;q=0', false, true],
  ['gzip;q=none', true, false],
])('"%s": packed %s, nothing else %s', (accepted, isTaken, isOnly) => {
  expect([takes(accepted, 'gzip'), refusesPlain(accepted)]).toEqual([isTaken, isOnly]);
});
