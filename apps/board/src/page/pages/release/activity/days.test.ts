import type { ActivityResponse } from '@slipway/api-schema/history';
import { expect, test } from 'vitest';
import { groupByDay } from './days.ts';

const entry = (id: string, eventTime: string): ActivityResponse => ({
  id,
  type: 'rel.ActivityLogEntry',
  username: 'ann',
  activityType: 'TASK_STARTED',
  message: 'Started',
  eventTime,
  targetType: 'rel.Task',
  targetId: 'Task1',
});

test('entries are grouped by day in the time zone of the user, with names for today and yesterday', () => {
  const entries = [
    entry('5', '2026-11-29T00:30:00Z'),
    entry('4', '2026-11-28T23:30:00Z'),
    entry('3', '2026-11-28T22:30:00Z'),
    entry('2', '2026-11-01T10:00:00Z'),
  ];
  const now = Date.parse('2026-11-29T05:00:00Z');
  const group = (zone: string) =>
    groupByDay(entries, now, zone, 'en-US').map(({ title, entries: items }) => [title, items.map(({ id }) => id)]);
  expect(group('UTC')).toEqual([
    ['Today', ['5']],
    ['Yesterday', ['4', '3']],
    ['Sunday, November 1, 2026', ['2']],
  ]);
  expect(group('Europe/Berlin')).toEqual([
    ['Today', ['5', '4']],
    ['Yesterday', ['3']],
    ['Sunday, November 1, 2026', ['2']],
  ]);
});

test('yesterday is the day before, also after a day of 23 hours', () => {
  const entries = [entry('2', '2027-03-27T22:45:00Z'), entry('1', '2027-03-27T12:00:00Z')];
  const now = Date.parse('2027-03-28T22:15:00Z');
  const titles = groupByDay([entry('3', '2027-03-28T12:00:00Z'), ...entries], now, 'Europe/Berlin', 'en-US');
  expect(titles.map(({ title }) => title)).toEqual(['Yesterday', 'Saturday, March 27, 2027']);
});
