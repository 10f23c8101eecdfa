import { expect, test } from 'vitest';
import { valueFor } from '../variables/values.ts';
import { readDate } from './dates.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');

test.each([
  ['2026-11-20T12:00:00.000+00:00', noon],
  ['2026-11-20T12:00:00Z', noon],
  ['2026-11-20T12:00Z', noon],
  ['2026-11-20t12:00:00z', noon],
  ['2026-11-20T14:00:00.000+0200', noon],
  ['2026-11-20T14:00:00+02', noon],
  ['2026-11-20T06:30:00-05:30', noon],
  ['2026-11-20T12:00:00.123456789Z', noon + 123],
  [' 2026-11-20 12:00:00 +00:00 ', noon],
  ['2026-11-21T06:00:00+18:00', noon],
  ['2026-11-19T18:00:00-1800', noon],
  [noon, noon],
  [String(noon), noon],
  [0, 0],
  ['2024-02-29T00:00:00Z', Date.parse('2024-02-29T00:00:00Z')],
])('%s is %i', (rawDate, expected) => {
  expect(readDate(rawDate)).toBe(expected);
});

test.each([
  ['a date without a time', '2026-11-20'],
  ['a time without an offset', '2026-11-20T12:00:00'],
  ['a day that does not exist', '2026-02-30T00:00:00Z'],
  ['a leap second', '2026-11-20T23:59:60Z'],
  ['hour 24', '2026-11-20T24:00:00Z'],
  ['an offset of 25 hours', '2026-11-20T12:00:00+25:00'],
  ['an offset of 99 hours', '2026-11-20T12:00:00-9999'],
  ['an offset of more than 18 hours', '2026-11-20T12:00:00+18:01'],
  ['an offset of 60 minutes', '2026-11-20T12:00:00+01:60'],
  ['an offset of hours only', '2026-11-20T12:00:00+19'],
  ['the year 0', '0000-01-01T00:00:00Z'],
  ['an offset that results in a date before year 1', '0001-01-01T00:00:00+01:00'],
  ['the year 10000', 253_402_300_800_000],
  ['a fraction of a millisecond', 1.5],
  ['NaN', Number.NaN],
  ['a word', 'tomorrow'],
  ['nothing', ''],
])('%s is no date', (_, rawDate) => {
  expect(readDate(rawDate)).toBe(null);
});

test.each([1e308, 8.64e15, 1.5, '2026-11', 'Feb 3', '+275760-09-13T00:00:00Z', true])(
  'a variable rejects a date that a response cannot represent: %s',
  (rawDate) => {
    const refused = () => valueFor('when', 'DateVariable', rawDate);
    expect(refused).toThrow('variables.when: expected a date with an offset, or epoch milliseconds');
  },
);

test('a variable contains a date as an instant, regardless of its format in the request', () => {
  const parsedDates = [noon, String(noon), '2026-11-20T14:00:00+02:00', ''].map((raw) =>
    valueFor('when', 'DateVariable', raw),
  );
  expect(parsedDates).toEqual([noon, noon, noon, null]);
});
