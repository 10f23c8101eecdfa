import { expect, onTestFinished, test, vi } from 'vitest';
import { applyShift, createShift, movedDates, shiftByKey, snapStepFor } from './move-dates.ts';

const at = (hour: number) => new Date(hour * 3_600_000).toISOString();
const ms = (hour: number) => hour * 3_600_000;
const bar = { from: ms(10), to: ms(12) };

test('a bar or one of its edges is moved, and the end is never before the start', () => {
  const by = (part: 'all' | 'start' | 'end', hours: number) => applyShift(bar, createShift(part, ms(hours)));
  expect([by('all', -3), by('start', 1), by('start', 5), by('end', 1), by('end', -5)]).toEqual([
    { from: ms(7), to: ms(9) },
    { from: ms(11), to: ms(12) },
    { from: ms(12), to: ms(12) },
    { from: ms(10), to: ms(13) },
    { from: ms(10), to: ms(10) },
  ]);
});

test('a moved item keeps its kinds of dates, and an item without dates gets a start', () => {
  const start = { scheduledStartDate: at(10) };
  const due = { dueDate: at(12) };
  const moved = (dated: object) => movedDates(dated, bar, createShift('all', ms(1)));
  expect([moved({ ...start, ...due }), moved(start), moved(due), moved({})]).toEqual([
    { scheduledStartDate: at(11), dueDate: at(13) },
    { scheduledStartDate: at(11) },
    { dueDate: at(13) },
    { scheduledStartDate: at(11) },
  ]);
  const early = { ...start, dueDate: at(9) };
  expect(movedDates(early, { from: ms(10), to: ms(10) }, createShift('all', ms(1)))).toEqual({
    scheduledStartDate: at(11),
    dueDate: at(10),
  });
});

test('a dragged edge sets a date', () => {
  expect([
    movedDates({}, bar, createShift('start', ms(-1))),
    movedDates({ scheduledStartDate: at(10) }, bar, createShift('end', ms(1))),
    movedDates({ dueDate: at(12) }, bar, createShift('start', ms(9))),
  ]).toEqual([{ scheduledStartDate: at(9) }, { dueDate: at(13) }, { scheduledStartDate: at(12) }]);
});

test('arrow keys move a bar by an hour or a day, and with Shift only its end', () => {
  expect(['ArrowLeft', 'ArrowUp', 'a'].map((key) => shiftByKey(key, key === 'ArrowUp', bar))).toEqual([
    { start: -ms(1), end: -ms(1) },
    { start: 0, end: ms(24) },
    null,
  ]);
});

test('the step of dragged dates depends on the scale of the chart', () => {
  expect([1, 30_000, 1_000_000, 10_000_000, 1e12].map(snapStepFor)).toEqual([
    60_000,
    300_000,
    6 * 3_600_000,
    86_400_000,
    86_400_000,
  ]);
});

test('a move by a day keeps the local time, also on a day with 25 hours', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', 'America/St_Johns');
  const night = { from: Date.parse('2026-11-01T00:00:00-02:30'), to: Date.parse('2026-11-01T12:00:00-03:30') };
  expect([shiftByKey('ArrowUp', false, night), shiftByKey('ArrowUp', true, night)]).toEqual([
    { start: ms(25), end: ms(25) },
    { start: 0, end: ms(24) },
  ]);
});
