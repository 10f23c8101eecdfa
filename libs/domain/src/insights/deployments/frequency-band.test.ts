import { expect, test } from 'vitest';
import { frequencyBandOf } from './frequency-band.ts';

const dayMs = 86_400_000;
/** The days of a period with these weekdays, of which 0 is Sunday. */
function daysOn(from: string, to: string, ...weekdays: readonly number[]): readonly string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs;
  return Array.from({ length: count }, (_, index) => new Date(Date.parse(from) + index * dayMs))
    .filter((date) => weekdays.includes(date.getUTCDay()))
    .map((date) => date.toISOString().slice(0, 10));
}
const period = ['2026-03-01', '2026-06-01'] as const;
const bandOf = (...days: readonly string[]) => frequencyBandOf(days, '2026-06-01');

test('the band is daily from 3 days per week, and weekly from 1', () => {
  expect(bandOf(...daysOn(...period, 1, 2, 4))).toBe('daily');
  expect(bandOf(...daysOn(...period, 1, 2))).toBe('weekly');
  expect(bandOf(...daysOn(...period, 5))).toBe('weekly');
  expect(bandOf(...daysOn('2026-04-13', '2026-06-01', 5))).toBe('weekly');
});

test('the median of an even number of weeks is between the two in the middle', () => {
  // 12 weeks: 6 with 3 days, 6 with 2 days
  const days = [...daysOn('2026-03-09', '2026-04-20', 1, 2, 3), ...daysOn('2026-04-20', '2026-06-01', 1, 2)];
  expect(frequencyBandOf(days, '2026-06-01')).toBe('weekly');
  expect(frequencyBandOf([...days, '2026-04-22', '2026-04-29'], '2026-06-01')).toBe('daily');
});

test('the band is monthly with a deployment in two of three months, else yearly', () => {
  expect(bandOf('2026-03-31', '2026-05-01')).toBe('monthly');
  expect(bandOf('2026-05-01', '2026-05-02', '2026-05-03')).toBe('yearly');
  expect(bandOf()).toBe('yearly');
  expect(bandOf('2026-02-28', '2026-06-01', '2026-05-01')).toBe('yearly');
});

test('months end at the last day of a shorter month', () => {
  expect(frequencyBandOf(['2026-02-28', '2026-03-31'], '2026-05-31')).toBe('monthly');
  expect(frequencyBandOf(['2026-02-27', '2026-03-31'], '2026-05-31')).toBe('yearly');
});
