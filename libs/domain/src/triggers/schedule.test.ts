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
])('the period %j without a poll type has the poll type %s', (periodicity, expected) => {
  expect(impliedPollType(periodicity)).toBe(expected);
});
