import { expect, test } from 'vitest';
import { weeksOf } from './days.ts';

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
  }));

test('weeks start on Monday, and the first and last week can be shorter', () => {
  const weeks = weeksOf(daysFrom('2026-04-30', 12));
  expect(weeks.map(({ cells }) => cells.map(({ row }) => row))).toEqual([[3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 6], [0]]);
  expect(weeks.map(({ cells }) => cells[0]?.index)).toEqual([0, 4, 11]);
});

test('a week has a month if the month starts in it', () => {
  expect(weeksOf(daysFrom('2026-04-30', 40)).map(({ month }) => month)).toEqual([
    '2026-05-01',
    null,
    null,
    null,
    null,
    '2026-06-01',
    null,
  ]);
});

test('no days have no weeks', () => {
  expect(weeksOf([])).toEqual([]);
});
