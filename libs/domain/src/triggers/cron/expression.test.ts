import { expect, test } from 'vitest';
import { Invalid } from '../../model/errors.ts';
import { readCron } from './expression.ts';

test.each([
  ['0 0 8 ? * 0', "weekday: expected 1 to 7 or SUN to SAT, got '0'"],
  ['0 0 8 ? * 8', "weekday: expected 1 to 7 or SUN to SAT, got '8'"],
  ['0 8 * * 8', "weekday: expected 0 to 7 or SUN to SAT, got '8'"],
  ['0 0 8 ? * MONDAY', "weekday: expected 1 to 7 or SUN to SAT, got 'MONDAY'"],
  ['0 0 8 ? * 6#6', "weekday: expected the first to fifth weekday of the month after #, got '6#6'"],
  ['0 0 8 ? * 6#', "weekday: expected the first to fifth weekday of the month after #, got '6#'"],
  ['0 0 8 ? * 2-6L', "weekday: expected 1 to 7 or SUN to SAT, got '2-6'"],
  ['0 0 8 ? * MON,', "weekday: expected 1 to 7 or SUN to SAT, got ''"],
  ['0 0 8 32 * ?', "day of the month: expected 1 to 31, got '32'"],
  ['0 0 8 0W * ?', "day of the month: expected 1 to 31, got '0'"],
  ['0 0 8 1-5W * ?', "day of the month: expected 1 to 31, got '5W'"],
  ['0 0 8 L-31 * ?', "day of the month: expected at most 30 days before the last, got 'L-31'"],
  ['0 0 8 1 * MON', 'expected ? for the day of the month or for the weekday, got values for both'],
  ['0 0 8 1 JANUARY ?', "month: expected 1 to 12 or JAN to DEC, got 'JANUARY'"],
  ['0 0 8 1 13 ?', "month: expected 1 to 12 or JAN to DEC, got '13'"],
  ['? 0 8 1 1 ?', "second: expected 0 to 59, got '?'"],
  ['60 0 8 1 1 ?', "second: expected 0 to 59, got '60'"],
  ['0 0/61 8 1 1 ?', "minute: expected an increment of 1 to 60, got '0/61'"],
  ['0 0/0 8 1 1 ?', "minute: expected an increment of 1 to 60, got '0/0'"],
  ['0 0/-5 8 1 1 ?', "minute: expected an increment of 1 to 60, got '0/-5'"],
  ['0 0/5/5 8 1 1 ?', "minute: expected one increment after a slash, got '0/5/5'"],
  ['0 0 1-2-3 1 1 ?', "hour: expected a range of two values, got '1-2-3'"],
  ['0 0 24 1 1 ?', "hour: expected 0 to 23, got '24'"],
  ['0 0 8 1 1 ? 2200', "year: expected 1970 to 2099, got '2200'"],
  ['0 0 8 1 1 ? 2030-2027', "year: expected a range that begins with the smaller value, got '2030-2027'"],
])('%s is rejected with the field and the reason', (expression, reason) => {
  expect(() => readCron(expression)).toThrow(
    new Invalid(`periodicity: '${expression}' is not a cron expression: ${reason}`),
  );
});

test.each(['* * *', '@daily', '0 0 8 1 1 ? 2027 9', `${'1,'.repeat(120)}1 * * * *`])(
  '%s is not a cron expression',
  (expression) => {
    expect(() => readCron(expression)).toThrow('periodicity: expected a cron expression of five to seven fields, got ');
  },
);

test('the question mark is a wildcard in each field of a Unix expression', () => {
  expect(readCron('? ? ? ? ?')).toEqual(readCron('* * * * *'));
});
