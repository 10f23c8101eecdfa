import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import { weekdays } from '../notification-choices/choices.ts';
import { createWorkingTime, endsAfterStart, type WorkingHours } from './working-time.ts';

const hour = 3_600_000;
const day = 24 * hour;
const berlin: WorkingHours = {
  ...{ weekdays: weekdays.slice(0, 5), from: '09:00', to: '17:00', timeZone: 'Europe/Berlin' },
};
const allDay: WorkingHours = { ...berlin, weekdays, from: '00:00', to: '00:00' };

/** The working hours between two times. */
function hoursBetween(hours: WorkingHours, from: string, to: string): number {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return createWorkingTime(hours, start, end)(start, end) / hour;
}

describe('the working time', () => {
  test.each([
    ['of a day', berlin, '2026-11-30T00:00+01:00', '2026-12-01T00:00+01:00', 8],
    ['of a week', berlin, '2026-11-30T00:00+01:00', '2026-12-07T00:00+01:00', 40],
    ['of a part of a day', berlin, '2026-11-30T10:30+01:00', '2026-11-30T16:00+01:00', 5.5],
    ['over a night', berlin, '2026-11-30T16:00+01:00', '2026-12-01T10:00+01:00', 2],
    ['over a weekend', berlin, '2026-12-04T16:00+01:00', '2026-12-07T10:00+01:00', 2],
    ['of a weekend', berlin, '2026-12-05T00:00+01:00', '2026-12-06T23:00+01:00', 0],
    ['of an evening', berlin, '2026-11-30T18:00+01:00', '2026-11-30T20:00+01:00', 0],
    ['of an instant', berlin, '2026-11-30T12:00+01:00', '2026-11-30T12:00+01:00', 0],
    ['without working days', { ...berlin, weekdays: [] }, '2026-11-30T00:00Z', '2026-12-30T00:00Z', 0],
    ['of a day with 23 hours', allDay, '2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00', 23],
    ['of a day with 25 hours', allDay, '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00', 25],
    [
      'of a Sunday whose skipped hour is a working hour',
      { ...allDay, from: '01:00', to: '04:00' },
      ...(['2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00', 2] as const),
    ],
    [
      'of a Sunday whose repeated hour is a working hour',
      { ...allDay, from: '01:00', to: '04:00' },
      ...(['2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00', 4] as const),
    ],
  ])('%s', (_, hours, from, to, expected) => {
    expect(hoursBetween(hours, from, to)).toBe(expected);
  });
});

test('working hours end after they start, on the same day', () => {
  const ends = (from: string, to: string) => endsAfterStart({ from, to });
  expect([ends('09:00', '17:00'), ends('09:00', '00:00'), ends('00:00', '00:00')]).toEqual([true, true, true]);
  expect([ends('22:00', '06:00'), ends('09:00', '09:00')]).toEqual([false, false]);
});

const year = Date.parse('2026-01-01T00:00Z');
const instants = fc
  .array(fc.integer({ min: 0, max: 366 * day }), { minLength: 3, maxLength: 3 })
  .map((values) => values.toSorted((a, b) => a - b).map((value) => year + value));
const anyHours: fc.Arbitrary<WorkingHours> = fc.record({
  weekdays: fc.subarray([...weekdays]),
  from: fc.constantFrom('00:00', '02:30', '09:00'),
  to: fc.constantFrom('00:00', '10:00', '17:30'),
  timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC', 'Australia/Lord_Howe'),
});

test('the times of adjacent periods add up, and none is longer than its period', () => {
  fc.assert(
    fc.property(anyHours, instants, (hours, [a = 0, b = 0, c = 0]) => {
      const between = createWorkingTime(hours, a, c);
      expect(between(a, b) + between(b, c)).toBe(between(a, c));
      expect(between(a, b)).toBeGreaterThanOrEqual(0);
      expect(between(a, b)).toBeLessThanOrEqual(b - a);
    }),
    fastCheckOptions({ short: 200, long: 5_000 }),
  );
});

test('if all hours are working hours, the working time is the calendar time', () => {
  fc.assert(
    fc.property(anyHours, instants, ({ timeZone }, [a = 0, b = 0, c = 0]) => {
      const between = createWorkingTime({ ...allDay, timeZone }, a, c);
      expect(between(a, b)).toBe(b - a);
    }),
    fastCheckOptions({ short: 200, long: 5_000 }),
  );
});
