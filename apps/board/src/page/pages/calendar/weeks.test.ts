import { expect, test } from 'vitest';
import { firstWeekday, isWeekend, weeksOf } from './weeks.ts';

test('a month is shown as whole weeks from Monday on, and a week as a single week', () => {
  const ends = (day: string) => weeksOf(day, 'month', 1).map((week) => [week[0], week.at(-1), week.length]);
  expect(ends('2026-11-23')).toEqual([
    ['2026-10-26', '2026-11-01', 7],
    ['2026-11-02', '2026-11-08', 7],
    ['2026-11-09', '2026-11-15', 7],
    ['2026-11-16', '2026-11-22', 7],
    ['2026-11-23', '2026-11-29', 7],
    ['2026-11-30', '2026-12-06', 7],
  ]);
  expect(ends('2027-02-10')).toHaveLength(4);
  expect(weeksOf('2026-11-29', 'week', 1)).toEqual([
    ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'],
  ]);
  expect(weeksOf('9998-12-31', 'month', 1).length).toBeLessThan(7);
});

test('a week begins with the first weekday of the locale', () => {
  const locales = ['en-US', 'en-GB', 'de', 'pt-BR', 'ar-EG'];
  expect(locales.map(firstWeekday)).toEqual([0, 1, 1, 0, 6]);
  const ends = (firstDay: number) => {
    const weeks = weeksOf('2026-11-23', 'month', firstDay);
    return [weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length];
  };
  expect([ends(0), ends(6)]).toEqual([
    ['2026-11-01', '2026-12-05', 5],
    ['2026-10-31', '2026-12-04', 5],
  ]);
  expect(weeksOf('2026-11-29', 'week', 0)[0]).toEqual([
    ...['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05'],
  ]);
});

test('Saturday and Sunday are the weekend', () => {
  const [week = []] = weeksOf('2026-11-25', 'week', 1);
  expect(week.map(isWeekend)).toEqual([false, false, false, false, false, true, true]);
});
