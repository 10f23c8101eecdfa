import { expect, test } from 'vitest';
import { dueTimes, type Timetable } from './due-times.ts';
import type { CatchUp } from './schedule.ts';

/** A timetable with all whole minutes from 1 to the end. */
const minute = 60_000;
const minutely = (end = Number.POSITIVE_INFINITY): Timetable => ({
  after: (moment) => {
    const next = (Math.max(0, Math.floor(moment / minute)) + 1) * minute;
    return next > end ? null : next;
  },
  upTo: (moment, nth = 1) => {
    const time = Math.min(end, Math.floor(moment / minute) * minute) - (nth - 1) * minute;
    return time < minute ? null : time;
  },
  count: (from, to) => (to - from) / minute + 1,
});
const due = (catchUp: CatchUp, owed: number, now: number, end = Number.POSITIVE_INFINITY) => {
  const { fires, missed, next } = dueTimes(minutely(end * minute), owed * minute, now * minute, catchUp);
  const inMinutes = (instant: number | null) => (instant === null ? null : instant / minute);
  return [inMinutes(fires), missed && [inMinutes(missed.from), inMinutes(missed.to)], inMinutes(next)];
};

test.each<[string, CatchUp, number, number, unknown[]]>([
  ['a time that is due now fires', 'last', 5, 5, [5, null, 6]],
  ['a time that is due less than a minute ago fires', 'none', 5, 5.9, [5, null, 6]],
  ['the newest of several missed times fires for all', 'last', 5, 9.5, [9, [5, 8], 10]],
  ['the older of two due times is missed', 'last', 5, 6.5, [6, [5, 5], 7]],
  ['all missed times fire one by one', 'all', 5, 9.5, [5, null, 6]],
  ['the maximum number of missed times fires one by one', 'all', 5, 104, [5, null, 6]],
  ['the oldest of more missed times than the maximum is skipped', 'all', 5, 105, [6, [5, 5], 7]],
  ['the newest missed times fire one by one after a month', 'all', 5, 43_200, [43_101, [5, 43_100], 43_102]],
  ['with none, only a time of the last minute fires', 'none', 5, 9.5, [9, [5, 8], 10]],
])('%s', (_, catchUp, owed, now, expected) => {
  expect(due(catchUp, owed, now)).toEqual(expected);
});

test('with none, nothing fires if the newest time is missed', () => {
  expect(due('none', 5, 20, 9)).toEqual([null, [5, 9], null]);
});

test('a due time that is no longer in the timetable still fires', () => {
  const never: Timetable = { after: () => null, upTo: () => null, count: () => null };
  for (const catchUp of ['last', 'all'] as const)
    expect(dueTimes(never, 5, 7, catchUp)).toEqual({ fires: 5, missed: null, next: null });
  const later: Timetable = { ...never, upTo: (moment) => (moment >= 7 ? 7 : null) };
  expect(dueTimes(later, 5, 7, 'last')).toEqual({ fires: 7, missed: { from: 5, to: 5 }, next: null });
  const many: Timetable = { ...never, after: (moment) => moment + 1, upTo: (_, nth = 1) => (nth === 2 ? null : 6) };
  expect(dueTimes(many, 5, 7, 'all')).toEqual({ fires: 6, missed: { from: 5, to: 5 }, next: 7 });
});
