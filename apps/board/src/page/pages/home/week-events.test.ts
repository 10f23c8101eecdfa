import { expect, test } from 'vitest';
import { columnsOf, weekDays, weekEvents } from './week-events.ts';

const at = (day: number, hour = 0) => new Date(2026, 10, day, hour).getTime();
const release = (title: string, dates: object, status: 'PLANNED' | 'IN_PROGRESS' = 'IN_PROGRESS') => ({
  ...{ id: title, title, status, plannedDuration: 0 },
  ...dates,
});

test('the events of a week are starts of planned releases and due dates, by time', () => {
  const releases = [
    release('b', { startDate: at(1), dueDate: at(24, 9) }),
    release('a', { startDate: at(24, 9), dueDate: at(25) }, 'PLANNED'),
    release('planned duration', { startDate: at(23), plannedDuration: 7200 }),
    release('before', { startDate: at(1), dueDate: at(22) }),
    release('after', { startDate: at(30), dueDate: at(31) }, 'PLANNED'),
    release('without dates', {}),
  ];
  const events = weekEvents(releases, { from: at(23), to: at(30) });
  expect(events.map(({ title, kind, at: time }) => [title, kind, time])).toEqual([
    ['planned duration', 'due', at(23, 2)],
    ['a', 'starts', at(24, 9)],
    ['b', 'due', at(24, 9)],
    ['a', 'due', at(25)],
  ]);
});

test('a week begins today, and a blackout has the columns of its days', () => {
  const days = weekDays(at(27, 14));
  expect(days).toEqual(
    ['27', '28', '29', '30'].map((day) => `2026-11-${day}`).concat(['2026-12-01', '2026-12-02', '2026-12-03']),
  );
  expect(columnsOf({ from: at(28), to: at(30) }, days)).toEqual([2, 4]);
  expect(columnsOf({ from: at(1), to: at(28) }, days)).toEqual([1, 2]);
  expect(columnsOf({ from: at(30, 12), to: at(45) }, days)).toEqual([4, 8]);
});
