import { expect, test } from 'vitest';
import { columnsOf, mergeReleases, weekDays, weekEvents } from './week-events.ts';

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

test('events are missing if a full list ends inside the week, and each release counts once', () => {
  const span = { from: at(23), to: at(30) };
  const [inside, both] = [
    release('inside', { dueDate: at(24) }),
    release('both', { startDate: at(25), dueDate: at(26) }),
  ];
  const outside = [release('old', { startDate: at(1) }), release('later', { dueDate: at(40) }), release('none', {})];
  const merge = (due: readonly (typeof both)[], starts: readonly (typeof both)[], max: number) => {
    const { releases, hasMore } = mergeReleases({ due, starts }, span, max);
    return [releases.map(({ title }) => title).join(' '), hasMore];
  };
  expect([
    mergeReleases({ due: undefined, starts: undefined }, span, 2),
    merge([inside, both], [both], 3),
    merge([inside, both], [both], 2),
    merge([inside, outside[1]!], [both, outside[0]!], 2),
    merge([inside, outside[2]!], [], 2),
    merge([], [both], 1),
  ]).toEqual([
    { releases: [], hasMore: false },
    ['inside both', false],
    ['inside both', true],
    ['inside later both old', false],
    ['inside none', false],
    ['both', true],
  ]);
});
