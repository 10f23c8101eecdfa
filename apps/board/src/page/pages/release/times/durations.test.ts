import { expect, test } from 'vitest';
import { compareToDue, describeAge, describeDue, formatDuration, formatRoughly, isSoon } from './durations.ts';

const minute = 60_000;
const hour = 60 * minute;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const at = (ms: number) => new Date(Date.UTC(2031, 0, 2) + ms).toISOString();
const now = Date.UTC(2031, 0, 2);

test('a duration has at most two units, and no line break before a unit', () => {
  const durations = [0, 24 * minute, hour, 65 * minute, 24 * hour, 52 * hour, -minute];
  expect(durations.map((ms) => plain(formatDuration(ms)))).toEqual([
    '< 1 min',
    '24 min',
    '1 h',
    '1 h 5 min',
    '1 d',
    '2 d 4 h',
    '< 1 min',
  ]);
  expect(formatDuration(24 * minute)).toBe('24\u00a0min');
});

test('a rough duration has one unit', () => {
  const durations = [1, 90 * minute, 91 * minute, 36 * hour, 37 * hour, 100 * hour];
  expect(durations.map((ms) => plain(formatRoughly(ms)))).toEqual(['1 min', '90 min', '2 h', '36 h', '2 d', '4 d']);
});

test.each([
  [40 * minute, '40 min after due', true],
  [-2 * hour, '2 h before due', false],
  [4 * minute, 'On time', false],
])('an end %i ms after its due date is described as %s', (ms, text, isLate) => {
  const lateness = compareToDue(at(ms), at(0));
  expect([plain(lateness.text), lateness.isLate]).toEqual([text, isLate]);
});

test('a due date is in some time or late, and soon within a day', () => {
  const texts = [12 * hour, -3 * hour].map((ms) => describeDue(at(ms), now));
  expect(texts.map(({ text, isLate }) => [plain(text), isLate])).toEqual([
    ['in 12 h', false],
    ['3 h late', true],
  ]);
  expect([isSoon(at(23 * hour), now), isSoon(at(25 * hour), now), isSoon(at(-hour), now)]).toEqual([true, false, true]);
});

test('a time in the past has an age', () => {
  expect([at(-1000), at(-12 * minute)].map((time) => plain(describeAge(time, now)))).toEqual([
    'just now',
    '12 min ago',
  ]);
});
