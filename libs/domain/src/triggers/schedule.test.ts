import { expect, test } from 'vitest';
import { impliedPollType } from './schedule.ts';

test.each([
  ['0 0 8 * * ?', 'CRON'],
  ['0 8 * * *', 'CRON'],
  ['60', undefined],
  [' 60 ', undefined],
  ['', undefined],
  [60, undefined],
  [null, undefined],
  [undefined, undefined],
])('the implied poll type of the period %j is %s', (periodicity, expected) => {
  expect(impliedPollType(periodicity)).toBe(expected);
});
