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
  ['at once, if it ends before a blackout begins', '12:00', 1, [lunchBlackout], '12:00'],
  ['one minute after a blackout that begins before its end', '12:01', 1, [lunchBlackout], '14:01'],
  ['one minute after a blackout at its start', '13:30', 0, [lunchBlackout], '14:01'],
  ['at the end of a blackout', '14:00', 1, [lunchBlackout], '14:00'],
  ['between two blackouts with enough time', '13:30', 1, [lunchBlackout, teaBlackout], '14:01'],
  ['after two blackouts without enough time between them', '13:30', 2, [lunchBlackout, teaBlackout], '17:01'],
  ['after a blackout that contains others', '12:30', 1, [nightBlackout, lunchBlackout, teaBlackout], '22:01'],
  ['after a blackout that begins within the minute', '13:30', 0, [lunchBlackout, blackout('14:01', '15:00')], '15:01'],
  ['at once without blackouts', '12:00', 9, [], '12:00'],
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
