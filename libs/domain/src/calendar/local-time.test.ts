import { describe, expect, test } from 'vitest';
import { instantOf, isTimeZone, localDayOf, weekdayOf } from './local-time.ts';

const berlin = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const show = (instant: number) => new Date(instant).toISOString().slice(0, 16);

describe('local time', () => {
  // Daylight saving time in Berlin begins on 2026-03-29 at 02:00 and ends on 2026-10-25 at 03:00.
  test.each([
    ['in winter', berlin, '2026-01-15', '08:00', '2026-01-15T07:00'],
    ['in summer', berlin, '2026-07-15', '08:00', '2026-07-15T06:00'],
    ['that is skipped', berlin, '2026-03-29', '02:30', '2026-03-29T01:30'],
    ['that occurs twice', berlin, '2026-10-25', '02:30', '2026-10-25T00:30'],
    ['after the change to summer', berlin, '2026-03-29', '08:00', '2026-03-29T06:00'],
    ['after the change to winter', berlin, '2026-10-25', '08:00', '2026-10-25T07:00'],
    ['with half an hour', 'Asia/Kolkata', '2026-01-15', '08:00', '2026-01-15T02:30'],
    ['west of Greenwich', 'America/New_York', '2026-01-15', '20:00', '2026-01-16T01:00'],
    ['in UTC', 'UTC', '2026-01-15', '08:00', '2026-01-15T08:00'],
  ])('a time %s', (_, zone, day, time, expected) => {
    expect(show(instantOf(zone, at(`${day}T00:00Z`), time))).toBe(expected);
  });

  test('the local day and its weekday', () => {
    expect(show(localDayOf(berlin, at('2026-11-29T23:30Z')))).toBe('2026-11-30T00:00');
    expect(show(localDayOf('America/New_York', at('2026-11-30T03:00Z')))).toBe('2026-11-29T00:00');
    expect(weekdayOf(at('2026-11-30T00:00Z'))).toBe('MONDAY');
    expect(weekdayOf(at('1969-12-28T00:00Z'))).toBe('SUNDAY');
  });

  test('names of time zones', () => {
    expect(['UTC', berlin, 'Etc/GMT+5'].every(isTimeZone)).toBe(true);
    expect(['', 'Europe/Nowhere', '+01:00', 'a b'].some(isTimeZone)).toBe(false);
  });

  test('more zones than the cache holds', () => {
    const zones = Intl.supportedValuesOf('timeZone').slice(0, 150);
    expect(zones.filter((zone) => !Number.isFinite(localDayOf(zone, 0)))).toEqual([]);
  });
});
