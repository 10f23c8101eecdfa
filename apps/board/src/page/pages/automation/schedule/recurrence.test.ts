import { expect, test } from 'vitest';
import { formatRecurrence, parseRecurrence } from './recurrence.ts';

test.each([
  ['* * * * *', { kind: 'minutes', every: 1 }],
  ['*/15 * * * *', { kind: 'minutes', every: 15 }],
  ['5 * * * *', { kind: 'hours', every: 1, minute: 5 }],
  ['30 */6 * * *', { kind: 'hours', every: 6, minute: 30 }],
  ['30 2 * * *', { kind: 'daily', time: '02:30' }],
  ['0 22 * * 1-5', { kind: 'weekdays', time: '22:00' }],
  ['0 8 * * 0,3', { kind: 'weekly', days: [0, 3], time: '08:00' }],
  ['15 23 31 * *', { kind: 'monthly', day: 31, time: '23:15' }],
  ['0 6 L * *', { kind: 'monthly', day: 'last', time: '06:00' }],
])('the expression %s is %j, and the other way round', (expression, recurrence) => {
  const parsed = parseRecurrence(expression);
  expect([parsed, parsed && formatRecurrence(parsed)]).toEqual([recurrence, expression]);
});

test.each([
  ['0 30 2 * * ?', '30 2 * * *'],
  ['0 30 2 ? * 2-6 *', '30 2 * * 1-5'],
  ['0 0 8 ? * MON,FRI', '0 8 * * 1,5'],
  ['0 8 * * 7', '0 8 * * 0'],
  ['0 8 * * SAT-SUN', '0 8 * * 0,6'],
  ['0 8 * * 0-6', '0 8 * * *'],
  ['0/30 * * * *', '*/30 * * * *'],
  ['0 0 0/2 * * ?', '0 */2 * * *'],
])('%s has other notation, and is written as %s', (expression, written) => {
  const parsed = parseRecurrence(expression);
  expect(parsed && formatRecurrence(parsed)).toBe(written);
});

test.each([
  ...[
    '',
    'nightly',
    '0 8 * *',
    '0 8 1 1 *',
    '0 8 1 * MON',
    '0 8 * * 5#2',
    '0 8 * * FRIL',
    '0 8 15W * *',
    '0 8 1,15 * *',
  ],
  ...[
    '*/7 * * * *',
    '5/20 * * * *',
    '0 */5 * * *',
    '0 8-17 * * *',
    '* 8 * * *',
    '61 8 * * *',
    '0 24 * * *',
    '0 8 32 * *',
  ],
  ...['30 0 8 * * ?', '* * * * * ?', '0 0 8 * * ? 2027', '0 0 8 ? * 0', '0 8 * * 8', '0 8 * * 1-2-3', '*/5 * * * 1'],
])('the builder cannot express %s', (expression) => {
  expect(parseRecurrence(expression)).toBeNull();
});
