import { afterEach, expect, test, vi } from 'vitest';
import { isUtc } from '../../navigation/preferences.ts';
import { fullDayText, momentText, monthText, rangeText, timeText, weekdayText } from './date-texts.ts';
import { dayOf, daySpan, overlaps, parseDay, plusDays, shiftDay } from './days.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  isUtc.value = false;
});

test('a valid day is parsed, and an invalid text is replaced by today', () => {
  const today = '2026-11-23';
  const read = (text: string | null) => parseDay(text, today);
  expect(['2024-02-29', '1900-01-01', '9998-12-31'].map(read)).toEqual(['2024-02-29', '1900-01-01', '9998-12-31']);
  const others = ['2026-02-29', '2026-13-01', '2026-1-1', '1899-12-31', '9999-01-01', '0000-00-00', '<b>', '', null];
  expect(others.map(read)).toEqual(others.map(() => today));
});

test('navigation moves by weeks and by months, to the last day of a shorter month', () => {
  expect([
    shiftDay('2026-11-23', 'week', 1),
    shiftDay('2026-01-03', 'week', -1),
    shiftDay('2026-01-31', 'month', 1),
    shiftDay('2026-01-31', 'month', -1),
    shiftDay('9998-12-31', 'month', 1),
    plusDays('2026-03-28', 2),
  ]).toEqual(['2026-11-30', '2025-12-27', '2026-02-28', '2025-12-31', '9998-12-31', '2026-03-30']);
});

test('a day ends where the next day begins, and contains all overlapping entries', () => {
  const day = daySpan('2026-11-23');
  expect([dayOf(day.from), dayOf(day.to - 1), dayOf(day.to)]).toEqual(['2026-11-23', '2026-11-23', '2026-11-24']);
  const { from, to } = day;
  expect([
    overlaps({ from: from - 1, to: from }, day),
    overlaps({ from: from - 1, to: from + 1 }, day),
    overlaps({ from, to: from }, day),
    overlaps({ from: to, to }, day),
    overlaps({ from: to - 1, to: to + 1 }, day),
  ]).toEqual([false, true, true, false, true]);
});

test('days begin at midnight in UTC if the user has chosen it, and their names are the same in both time zones', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  const names = () => [fullDayText('2026-11-23'), weekdayText('2026-11-23'), monthText('2026-11-01')];
  const localNames = names();
  const local = daySpan('2026-11-23');
  isUtc.value = true;
  expect(daySpan('2026-11-23')).toEqual({ from: Date.UTC(2026, 10, 23), to: Date.UTC(2026, 10, 24) });
  expect([local.from, dayOf(local.from), dayOf(Date.UTC(2026, 10, 23))]).toEqual([
    Date.UTC(2026, 10, 22, 11),
    '2026-11-22',
    '2026-11-23',
  ]);
  expect(names()).toEqual(localNames);
  const [from, to] = [Date.UTC(2037, 0, 5, 1), Date.UTC(2037, 0, 5, 23)];
  expect([rangeText({ from, to }), rangeText({ from, to: to + 7_200_000 })]).toEqual([
    `${momentText(from)} – ${timeText(to)} UTC`,
    `${momentText(from)} – ${momentText(to + 7_200_000)}`,
  ]);
});
