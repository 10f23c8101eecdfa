import { afterEach, expect, test, vi } from 'vitest';
import type { Entry } from './entries.ts';
import { layoutWeek } from './lanes.ts';
import { weeksOf } from './weeks.ts';

afterEach(() => void vi.unstubAllEnvs());

const limits = { all: 5, blackouts: 2 };
const week = weeksOf('2026-11-25', 'week', 1)[0]!;

/** A local time: the day of November 2026 and the hour. */
const at = (day: number, hour = 0) => new Date(2026, 10, day, hour).getTime();
const entry = (kind: Entry['kind'], title: string, from: number, to: number, estimatedEnd: number | null = null) =>
  ({ kind, id: title, title, from, to, estimatedEnd }) as unknown as Entry;
const release = (title: string, from: number, to: number, estimatedEnd: number | null = null) =>
  entry('release', title, from, to, estimatedEnd);
/** Each bar as `title: lane, columns`, with `‹` and `›` where it continues in another week. */
const barsOf = (entries: readonly Entry[], days = week) =>
  layoutWeek(entries, days, limits).bars.map(
    ({ entry: { title }, lane, column, length, startsBefore, endsAfter }) =>
      `${startsBefore ? '‹' : ''}${title}${endsAfter ? '›' : ''}: ${lane}, ${column}+${length}`,
  );

test('bars are placed by start, then by length, in the first free lane, after the blackouts', () => {
  expect(
    barsOf([
      release('short', at(24, 9), at(24, 10)),
      release('long', at(24, 9), at(26, 10)),
      release('early', at(23, 1), at(23, 2)),
      release('late', at(27, 9), at(28, 10)),
      entry('blackout', 'freeze', at(28), at(30)),
    ]),
  ).toEqual(['freeze: 0, 5+2', 'early: 0, 0+1', 'long: 0, 1+3', 'short: 1, 1+1', 'late: 1, 4+2']);
});

test('bars have the same lanes in any order of the entries, and an estimated end counts as their length', () => {
  const all = [
    release('estimated', at(24, 9), at(24, 10), at(27, 10)),
    release('long', at(24, 9), at(26, 10)),
    release('b', at(24, 9), at(24, 10)),
    release('a', at(24, 9), at(24, 10)),
    release('next', at(27, 11), at(28, 10)),
  ];
  const bars = ['estimated: 0, 1+4', 'long: 1, 1+3', 'a: 2, 1+1', 'b: 3, 1+1', 'next: 1, 4+2'];
  expect([barsOf(all), barsOf(all.toReversed())]).toEqual([bars, bars]);
});

test('a bar continues in the weeks before and after, and a range that ends at midnight does not cover the next day', () => {
  const all = [
    release('through', at(1), at(30, 12)),
    release('before', at(20), at(23)),
    release('into', at(20), at(23, 1)),
    release('until midnight', at(24), at(26)),
    release('to the end', at(29, 22), at(30)),
    release('after', at(30), at(30, 5)),
  ];
  expect(barsOf(all)).toEqual(['‹through›: 0, 0+7', '‹into: 1, 0+1', 'until midnight: 1, 1+2', 'to the end: 1, 6+1']);
});

test('a release without duration has a bar on its day, also at midnight', () => {
  expect(barsOf([release('noon', at(25, 12), at(25, 12)), release('midnight', at(26), at(26))])).toEqual([
    'noon: 0, 2+1',
    'midnight: 0, 3+1',
  ]);
});

test('the days until the estimated end are marked, also if they alone are in the week', () => {
  const { bars } = layoutWeek(
    [release('open', at(24), at(25), at(27, 1)), release('overdue', at(17), at(18), at(24, 1))],
    week,
    limits,
  );
  expect(bars.map(({ entry: { title }, length, estimatedLength }) => [title, length, estimatedLength])).toEqual([
    ['overdue', 2, 2],
    ['open', 4, 3],
  ]);
});

test('entries without a free lane are listed for each of their days, and blackouts leave lanes for releases', () => {
  const many = Array.from({ length: 300 }, (_, index) => release(`r${100 + index}`, at(25, 9), at(26, 9)));
  const freezes = ['a', 'b', 'c'].map((title) => entry('blackout', title, at(25), at(26)));
  const { bars, laneCount, hidden } = layoutWeek([...many, ...freezes], week, limits);
  expect([bars.map(({ entry: { title } }) => title), laneCount, hidden.map((all) => all.length)]).toEqual([
    ['a', 'b', 'r100', 'r101', 'r102'],
    5,
    [0, 0, 298, 297, 0, 0, 0],
  ]);
  expect(hidden[2]![0]!.title).toBe('c');
});

test.each(['Europe/Berlin', 'America/Sao_Paulo', 'America/Santiago', 'Pacific/Auckland', 'UTC'])(
  'days of 23 and 25 hours have one column in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    for (const day of ['2018-11-04', '2026-03-29', '2026-10-25', '2026-09-06', '2026-04-05', '2026-09-27']) {
      const days = weeksOf(day, 'week', 1)[0]!;
      const [year, month, date] = day.split('-').map(Number);
      const midnight = new Date(year!, month! - 1, date!).getTime();
      const nextMidnight = new Date(year!, month! - 1, date! + 1).getTime();
      const last = days.indexOf(day);
      expect([day, barsOf([release('all', midnight, nextMidnight)], days)]).toEqual([day, [`all: 0, ${last}+1`]]);
      expect([day, barsOf([release('late', nextMidnight - 60_000, nextMidnight)], days)]).toEqual([
        day,
        [`late: 0, ${last}+1`],
      ]);
    }
  },
);
