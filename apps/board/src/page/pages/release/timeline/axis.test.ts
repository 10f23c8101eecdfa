import { afterEach, expect, test, vi } from 'vitest';
import { axisOf, fitRange, partOf, sideOf, ticksOf, zoomBy, zoomScales } from './axis.ts';

afterEach(() => void vi.unstubAllEnvs());

const hour = 3_600_000;
const day = 24 * hour;
const at = (text: string) => Date.parse(text);
const line = (planned: readonly [number, number] | null, actual: readonly [number, number] | null = null) => ({
  planned: planned && { from: planned[0], to: planned[1] },
  actual: actual && { from: actual[0], to: actual[1] },
  estimated: null,
});

test('the range fits to the work with 4 % at each end, and does not contain the current time', () => {
  expect([
    fitRange([line([1000 * hour, 1050 * hour], [1025 * hour, 1100 * hour])], 5000 * hour),
    fitRange([line([hour, hour])], 0),
    fitRange([], 100 * hour),
  ]).toEqual([
    { from: 996 * hour, to: 1104 * hour },
    { from: hour - 2400, to: hour + 62_400 },
    { from: 100 * hour - 144_000, to: 101 * hour + 144_000 },
  ]);
});

test('an axis shows the whole range, or is wider, or is extended at both ends', () => {
  const fit = { from: 100 * day, to: 102 * day };
  const wide = axisOf(fit, zoomScales.hours, 900);
  const extended = axisOf(fit, zoomScales.weeks, 900);
  expect([axisOf(fit, null, 900), wide.range, Math.round(wide.width), extended.width]).toEqual([
    { range: fit, width: 900 },
    fit,
    48 * 72,
    900,
  ]);
  expect((extended.range.from + extended.range.to) / 2).toBe(101 * day);
  expect(Math.round((extended.range.to - extended.range.from) / day)).toBe(45);
});

test('each step of zoom changes the scale by half, within limits', () => {
  const axis = { range: { from: 0, to: 900 * hour }, width: 900 };
  expect([zoomBy(axis, 1), zoomBy(axis, -1), zoomBy(axis, 100), zoomBy(axis, -100)]).toEqual([
    hour / 1.5,
    hour * 1.5,
    600,
    3.65 * day,
  ]);
});

test('a time is before, inside or after a range', () => {
  const range = { from: 10, to: 20 };
  expect([9, 10, 20, 21].map((time) => sideOf(time, range))).toEqual(['before', 'inside', 'inside', 'after']);
  expect(partOf(15, range)).toBe(0.5);
});

const labels = (from: string, to: string, isUtc = false, width = 900) => {
  const { above, below } = ticksOf({ range: { from: at(from), to: at(to) }, width }, isUtc);
  const texts = (ticks: typeof above) => ticks.map(({ label }) => label.replaceAll('\u202f', ' '));
  return [texts(above), texts(below)];
};

test('labels have seconds, times, days, months or years, and larger units above', () => {
  vi.stubEnv('TZ', 'UTC');
  expect(labels('2030-01-01T12:00:00Z', '2030-01-01T12:01:00Z')[1]).toContain('12:00:15 PM');
  expect(labels('2030-01-01T20:00:00Z', '2030-01-03T01:00:00Z')).toEqual([
    ['Tue, Jan 1', 'Wed, Jan 2', 'Thu, Jan 3'],
    ['9:00 PM', '12:00 AM', '3:00 AM', '6:00 AM', '9:00 AM', '12:00 PM', '3:00 PM', '6:00 PM', '9:00 PM', '12:00 AM'],
  ]);
  expect(labels('2030-01-28T12:00:00Z', '2030-02-03T12:00:00Z')).toEqual([
    ['January 2030', 'February 2030'],
    ['29 Tue', '30 Wed', '31 Thu', '1 Fri', '2 Sat', '3 Sun'],
  ]);
  expect(labels('2030-01-01T00:00:00Z', '2030-02-20T00:00:00Z')[1]).toEqual([
    'Jan 7',
    'Jan 14',
    'Jan 21',
    'Jan 28',
    'Feb 4',
    'Feb 11',
    'Feb 18',
  ]);
  expect(labels('2029-11-10T00:00:00Z', '2030-03-10T00:00:00Z')).toEqual([
    ['2029', '2030'],
    ['Dec', 'Jan', 'Feb', 'Mar'],
  ]);
  expect(labels('2025-06-01T00:00:00Z', '2032-06-01T00:00:00Z')).toEqual([
    [],
    ['2026', '2027', '2028', '2029', '2030', '2031', '2032'],
  ]);
});

test('ticks are at local times also on days with 23 and 25 hours, and in UTC by preference', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const ticks = (from: string, to: string, isUtc: boolean, width = 900) =>
    ticksOf({ range: { from: at(from), to: at(to) }, width }, isUtc).below.map((tick) =>
      new Date(tick.at).toISOString(),
    );
  // At 2:00 on March 31, clocks were set to 3:00.
  expect(ticks('2030-03-30T23:00:00Z', '2030-03-31T04:00:00Z', false, 400)).toEqual([
    '2030-03-30T23:00:00.000Z',
    '2030-03-31T00:00:00.000Z',
    '2030-03-31T01:00:00.000Z',
    '2030-03-31T02:00:00.000Z',
    '2030-03-31T03:00:00.000Z',
    '2030-03-31T04:00:00.000Z',
  ]);
  expect(ticks('2030-10-26T12:00:00Z', '2030-10-29T12:00:00Z', false, 300)).toEqual([
    '2030-10-26T22:00:00.000Z',
    '2030-10-27T23:00:00.000Z',
    '2030-10-28T23:00:00.000Z',
  ]);
  expect(ticks('2030-10-26T12:00:00Z', '2030-10-29T12:00:00Z', true, 300)).toEqual([
    '2030-10-27T00:00:00.000Z',
    '2030-10-28T00:00:00.000Z',
    '2030-10-29T00:00:00.000Z',
  ]);
});
