import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Blackout } from '../decision/env.ts';
import { at } from '../testing/notation.ts';
import { startAfterBlackouts } from './start-delays.ts';

const hour = 3_600_000;
const blackout = (from: string, to: string): Blackout => ({ id: from, startDate: at(from), endDate: at(to) });
const lunchBlackout = blackout('13:00', '14:00');
const teaBlackout = blackout('16:00', '17:00');
const nightBlackout = blackout('12:00', '22:00');

test.each([
  ['at once, where it is over before one begins', '12:00', 1, [lunchBlackout], '12:00'],
  ['a minute after one that begins before it is over', '12:01', 1, [lunchBlackout], '14:01'],
  ['a minute after one that it would begin in', '13:30', 0, [lunchBlackout], '14:01'],
  ['at the end of one', '14:00', 1, [lunchBlackout], '14:00'],
  ['between two of them, where there is room', '13:30', 1, [lunchBlackout, teaBlackout], '14:01'],
  ['after both, where there is none', '13:30', 2, [lunchBlackout, teaBlackout], '17:01'],
  ['after one that holds others', '12:30', 1, [nightBlackout, lunchBlackout, teaBlackout], '22:01'],
  ['after one that begins within the minute', '13:30', 0, [lunchBlackout, blackout('14:01', '15:00')], '15:01'],
  ['at once without any', '12:00', 9, [], '12:00'],
] as const)('a duration of hours fits %s', (_, from, hours, blackouts, expected) => {
  expect(startAfterBlackouts(at(from), blackouts, hours * hour)).toBe(at(expected));
});

test('a result is the earliest fit, outside blackouts, except for the minute after one', () => {
  const minute = 60_000;
  const moment = fc.integer({ min: 0, max: 200 }).map((minutes) => minutes * minute);
  const calendar = fc
    .array(fc.record({ startDate: moment, lasts: fc.integer({ min: 1, max: 40 }) }), { maxLength: 8 })
    .map((all) =>
      all
        .map(({ startDate, lasts: hours }, index) => ({
          id: `${index}`,
          startDate,
          endDate: startDate + hours * minute,
        }))
        .toSorted((a, b) => a.startDate - b.startDate),
    );
  fc.assert(
    fc.property(calendar, moment, fc.nat(3 * hour), (blackouts, from, durationMs) => {
      const isFree = (start: number, marginMs = 0) =>
        !blackouts.some((a) => a.startDate < start + Math.max(durationMs, 1) && a.endDate > start - marginMs);
      const result = startAfterBlackouts(from, blackouts, durationMs);
      expect(isFree(result)).toBe(true);
      for (let earlier = from; earlier < result; earlier += minute) {
        // One minute before a minute after a blackout is the end of this blackout.
        expect(isFree(earlier, minute)).toBe(false);
      }
      expect(startAfterBlackouts(result, blackouts, durationMs)).toBe(result);
    }),
  );
});
