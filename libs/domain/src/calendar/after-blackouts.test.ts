import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Blackout } from '../decision/env.ts';
import { at } from '../testing/notation.ts';
import { firstFreeStart, startAfterBlackouts } from './start-delays.ts';

const hour = 3_600_000;
const blackout = (from: string, to: string): Blackout => ({ id: from, startDate: at(from), endDate: at(to) });
const lunchBlackout = blackout('13:00', '14:00');
const teaBlackout = blackout('16:00', '17:00');
const nightBlackout = blackout('12:00', '22:00');

test.each([
  ['at once, if it ends before a blackout begins', '12:00', 1, [lunchBlackout], '12:00'],
  ['at the end of a blackout that begins before its end', '12:01', 1, [lunchBlackout], '14:00'],
  ['at the end of a blackout at its start', '13:30', 0, [lunchBlackout], '14:00'],
  ['at once at the end of a blackout', '14:00', 1, [lunchBlackout], '14:00'],
  ['between two blackouts with enough time', '13:30', 1, [lunchBlackout, teaBlackout], '14:00'],
  ['after two blackouts without enough time between them', '13:30', 3, [lunchBlackout, teaBlackout], '17:00'],
  ['after a blackout that contains others', '12:30', 1, [nightBlackout, lunchBlackout, teaBlackout], '22:00'],
  ['between blackouts without a duration', '13:30', 0, [lunchBlackout, blackout('14:01', '15:00')], '14:00'],
  ['after adjacent blackouts', '13:30', 0, [lunchBlackout, blackout('14:00', '15:00')], '15:00'],
  ['at once without blackouts', '12:00', 9, [], '12:00'],
] as const)('a duration of hours fits %s', (_, from, hours, blackouts, expected) => {
  expect(firstFreeStart(at(from), blackouts, hours * hour)).toBe(at(expected));
});

test.each([
  ['at the end of a blackout', '14:00', [lunchBlackout], '14:00'],
  ['one minute after a blackout', '13:30', [lunchBlackout], '14:01'],
  ['after a blackout that begins within the minute', '13:30', [lunchBlackout, blackout('14:01', '15:00')], '15:01'],
] as const)('a delayed task starts %s', (_, now, blackouts, expected) => {
  expect(startAfterBlackouts(at(now), blackouts)).toBe(at(expected));
});

test('a result is the earliest fit, and no blackout delays a task there', () => {
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
      const isFree = (start: number) =>
        !blackouts.some((a) => a.startDate < start + Math.max(durationMs, 1) && a.endDate > start);
      const result = firstFreeStart(from, blackouts, durationMs);
      expect(isFree(result)).toBe(true);
      for (let earlier = from; earlier < result; earlier += minute) expect(isFree(earlier)).toBe(false);
      expect(firstFreeStart(result, blackouts, durationMs)).toBe(result);
      expect(startAfterBlackouts(result, blackouts)).toBe(result);
    }),
  );
});
