import { expect, test } from 'vitest';
import { disableAfterMs, parseRetryAfter, retryDelay } from './retry-plan.ts';

const hour = 3_600_000;

test('ten attempts take 75 h 35 min 5 s', () => {
  const delays = Array.from({ length: 9 }, (_, index) => retryDelay(index + 1, 0.5) ?? 0);
  expect(delays.slice(0, 3)).toEqual([5_000, 300_000, 1_800_000]);
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  expect(total).toBe(75 * hour + 35 * 60_000 + 5_000);
  expect(disableAfterMs).toBeLessThan(total);
  expect(retryDelay(10, 0.5)).toBeNull();
});

test('a delay differs by at most 10 %', () => {
  expect(retryDelay(2, 0)).toBe(270_000);
  expect(retryDelay(2, 1)).toBe(330_000);
});

test('a receiver can postpone the next attempt by up to a day', () => {
  expect(retryDelay(1, 0.5, 60_000)).toBe(60_000);
  expect(retryDelay(3, 0.5, 60_000)).toBe(1_800_000);
  expect(retryDelay(1, 0.5, 1_000 * hour)).toBe(24 * hour);
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Tue, 01 Dec 2026 10:00:30 GMT', 30_000],
  ['Tue, 01 Dec 2026 09:00:00 GMT', 0],
  ['soon', null],
  ['-5x', null],
])('Retry-After %s is %s ms', (value, expected) => {
  expect(parseRetryAfter(value, Date.parse('2026-12-01T10:00:00Z'))).toBe(expected);
});
