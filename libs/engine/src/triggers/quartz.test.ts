import { describeCron, readCron } from '@slipway/domain/triggers';
import { expect, test } from 'vitest';
import { createTimetable } from './timetable.ts';

const timesFrom = (from: string) => {
  const moment = Date.parse(from);
  return (periodicity: string, count: number): readonly string[] => {
    const timetable = createTimetable({ pollType: 'CRON', periodicity, timeZone: 'UTC', anchor: moment });
    const times: string[] = [];
    for (let at = timetable.after(moment); at !== null && times.length < count; at = timetable.after(at))
      times.push(new Date(at).toISOString().slice(0, 19).replace('T', ' '));
    return times;
  };
};
/** Returns the matching days of November and December 2026 from a Saturday on, as `11-30`. */
const days = (periodicity: string, count = 4): string =>
  timesFrom('2026-11-27T12:00:00Z')(periodicity, count)
    .map((time) => time.slice(5, 10))
    .join(' ');

const names = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
// 29 November 2026 is a Sunday
const first = ['11-29', '11-30', '12-01', '12-02', '12-03', '12-04', '11-28'];

test.each(names.map((name, weekday) => ({ name, weekday })))(
  '$name has different numbers in Quartz and in Unix',
  ({ name, weekday }) => {
    const expected = first[weekday];
    for (const expression of [`0 0 8 ? * ${weekday + 1}`, `0 0 8 ? * ${name}`, `0 0 8 * * ${name.toLowerCase()}`])
      expect([expression, days(expression, 1)]).toEqual([expression, expected]);
    for (const expression of [
      `0 0 8 ? * ${weekday + 1} 2026`,
      `0 8 * * ${weekday}`,
      `0 8 * * ${name}`,
      `0 8 ? * ${name}`,
    ])
      expect([expression, days(expression, 1)]).toEqual([expression, expected]);
  },
);

test.each([
  // weekdays: number, range, range that wraps, list, increment, last, nth
  ['0 0 8 ? * 2-6', '11-30 12-01 12-02 12-03', 'at 08:00, on Monday to Friday'],
  ['0 0 8 ? * 1', '11-29 12-06 12-13 12-20', 'at 08:00, on Sunday'],
  ['0 0 8 ? * MON-FRI', '11-30 12-01 12-02 12-03', 'at 08:00, on Monday to Friday'],
  ['0 0 6 ? * SAT-MON', '11-28 11-29 11-30 12-05', 'at 06:00, on Saturday to Monday'],
  ['0 0 6 ? * 7-2', '11-28 11-29 11-30 12-05', 'at 06:00, on Saturday to Monday'],
  ['0 0 6 ? * 1,7', '11-28 11-29 12-05 12-06', 'at 06:00, on Sunday and Saturday'],
  ['0 0 6 ? * 2/2', '11-30 12-02 12-04 12-07', 'at 06:00, on Monday, Wednesday and Friday'],
  ['0 0 6 ? * L', '11-28 12-05 12-12 12-19', 'at 06:00, on Saturday'],
  ['0 0 6 ? * 6L', '12-25 01-29 02-26 03-26', 'at 06:00, on the last Friday of the month'],
  ['0 0 6 ? * FRIL', '12-25 01-29 02-26 03-26', 'at 06:00, on the last Friday of the month'],
  ['0 0 6 ? * 6#3', '12-18 01-15 02-19 03-19', 'at 06:00, on the third Friday of the month'],
  ['0 0 6 ? * sun#5', '11-29 01-31 05-30 08-29', 'at 06:00, on the fifth Sunday of the month'],
  ['0 6 * * 5-0', '11-28 11-29 12-04 12-05', 'at 06:00, on Friday to Sunday'],
  ['0 6 * * 7', '11-29 12-06 12-13 12-20', 'at 06:00, on Sunday'],
  ['0 6 * * FRI-SUN', '11-28 11-29 12-04 12-05', 'at 06:00, on Friday to Sunday'],
  ['0 6 * * 5L', '12-25 01-29 02-26 03-26', 'at 06:00, on the last Friday of the month'],
  ['0 6 1 * MON', '11-30 12-01 12-07 12-14', 'at 06:00, on day 1 of the month or on Monday'],
  // days of the month
  ['0 0 6 L * ?', '11-30 12-31 01-31 02-28', 'at 06:00, on the last day of the month'],
  ['0 0 6 L-3 * ?', '12-28 01-28 02-25 03-28', 'at 06:00, on the day 3 days before the last day of the month'],
  ['0 0 14 L-1 * ?', '11-29 12-30 01-30 02-27', 'at 14:00, on the day 1 day before the last day of the month'],
  [
    '0 0 14 L-29 2,12 ?',
    '12-02 12-02 12-02 12-02',
    'at 14:00, on the day 29 days before the last day of the month, in February and December',
  ],
  ['0 0 6 LW * ?', '11-30 12-31 01-29 02-26', 'at 06:00, on the last working day of the month'],
  [
    '0 0 6 L-2W * ?',
    '12-29 01-29 02-26 03-29',
    'at 06:00, on the working day nearest to the day 2 days before the last day of the month',
  ],
  ['0 0 6 15W * ?', '12-15 01-15 02-15 03-15', 'at 06:00, on the working day nearest to day 15 of the month'],
  ['0 0 6 1W * ?', '12-01 01-01 02-01 03-01', 'at 06:00, on the working day nearest to day 1 of the month'],
  [
    '0 0 6 5W,L * ?',
    '11-30 12-04 12-31 01-05',
    'at 06:00, on the working day nearest to day 5 of the month and the last day of the month',
  ],
  ['0 0 6 1/10 * ?', '12-01 12-11 12-21 12-31', 'at 06:00, on days 1, 11, 21 and 31 of the month'],
  ['0 0 6 30-2 * ?', '11-30 12-01 12-02 12-30', 'at 06:00, on days 30 to 2 of the month'],
  // months and years
  ['0 0 6 1 NOV-FEB ?', '12-01 01-01 02-01 11-01', 'at 06:00, on day 1 of the month, in November to February'],
  ['0 0 6 1 2/5 ?', '12-01 02-01 07-01 12-01', 'at 06:00, on day 1 of the month, in February, July and December'],
  ['0 15 10 ? * MON-FRI 2027', '01-01 01-04 01-05 01-06', 'at 10:15, on Monday to Friday, in 2027'],
  ['0 0 0 1 1 ? 2030', '01-01', 'at 00:00, on day 1 of the month, in January, in 2030'],
  ['0 0 0 1 1 ? 2027/2', '01-01 01-01 01-01 01-01', null],
  ['0 0 0 29 2 ? 2027-2033', '02-29 02-29', 'at 00:00, on day 29 of the month, in February, in 2027 to 2033'],
])('%s is on %s', (expression, expected, words) => {
  expect([expression, days(expression)]).toEqual([expression, expected]);
  if (words !== null) expect(describeCron(readCron(expression))).toBe(words);
});

test.each([
  [
    '0 0/30 8-9 5,20 * ?',
    '12-05 08:00:00 12-05 08:30:00 12-05 09:00:00 12-05 09:30:00 12-20 08:00:00',
    'at 08:00, 08:30, 09:00 and 09:30, on days 5 and 20 of the month',
  ],
  ['0 0/5 * * * ?', '11-27 12:05:00 11-27 12:10:00 11-27 12:15:00 11-27 12:20:00 11-27 12:25:00', 'every 5 minutes'],
  ['0/30 * * * * ?', '11-27 12:00:30 11-27 12:01:00 11-27 12:01:30 11-27 12:02:00 11-27 12:02:30', 'every 30 seconds'],
  ['/20 * * * * *', '11-27 12:00:20 11-27 12:00:40 11-27 12:01:00 11-27 12:01:20 11-27 12:01:40', 'every 20 seconds'],
  [
    '10 0/5 * * * ?',
    '11-27 12:00:10 11-27 12:05:10 11-27 12:10:10 11-27 12:15:10 11-27 12:20:10',
    'in second 10, every 5 minutes',
  ],
  [
    '0 30 10-13 ? * WED,FRI',
    '11-27 12:30:00 11-27 13:30:00 12-02 10:30:00 12-02 11:30:00 12-02 12:30:00',
    'at 10:30, 11:30, 12:30 and 13:30, on Wednesday and Friday',
  ],
  [
    '0/5 14,18,3-39,52 * ? JAN,MAR,SEP MON-FRI 2002-2030',
    '01-01 00:03:00 01-01 00:03:05 01-01 00:03:10 01-01 00:03:15 01-01 00:03:20',
    'every 5 seconds, in minutes 14, 18, 3 to 39 and 52, every hour, on Monday to Friday, in January, March and September, in 2002 to 2030',
  ],
  [
    '0 0 22-2 * * ?',
    '11-27 22:00:00 11-27 23:00:00 11-28 00:00:00 11-28 01:00:00 11-28 02:00:00',
    'at 22:00, 23:00, 00:00, 01:00 and 02:00',
  ],
  [
    '0 0 22-2/2 * * ?',
    '11-27 22:00:00 11-28 00:00:00 11-28 02:00:00 11-28 22:00:00 11-29 00:00:00',
    'at 22:00, 00:00 and 02:00',
  ],
  [
    '0 58-2 9-17 * * ?',
    '11-27 12:01:00 11-27 12:02:00 11-27 12:58:00 11-27 12:59:00 11-27 13:00:00',
    'in minutes 58 to 2, in hours 9 to 17',
  ],
  ['0 0 0/2 * * ?', '11-27 14:00:00 11-27 16:00:00 11-27 18:00:00 11-27 20:00:00 11-27 22:00:00', 'every 2 hours'],
  [
    '0 15 0/2 * * ?',
    '11-27 12:15:00 11-27 14:15:00 11-27 16:15:00 11-27 18:15:00 11-27 20:15:00',
    'in minute 15, every 2 hours',
  ],
  [
    '0 0 8/1 * * ?',
    '11-27 13:00:00 11-27 14:00:00 11-27 15:00:00 11-27 16:00:00 11-27 17:00:00',
    'every hour from hour 8',
  ],
  [
    '0 0/10 8-18/2 * * ?',
    '11-27 12:10:00 11-27 12:20:00 11-27 12:30:00 11-27 12:40:00 11-27 12:50:00',
    'every 10 minutes, every 2 hours from hour 8 to 18',
  ],
  ['0 0 * * * ?', '11-27 13:00:00 11-27 14:00:00 11-27 15:00:00 11-27 16:00:00 11-27 17:00:00', 'every hour'],
  ['0 * * * * *', '11-27 12:01:00 11-27 12:02:00 11-27 12:03:00 11-27 12:04:00 11-27 12:05:00', 'every minute'],
  [
    '0 * 14 * * ?',
    '11-27 14:00:00 11-27 14:01:00 11-27 14:02:00 11-27 14:03:00 11-27 14:04:00',
    'every minute, in hour 14',
  ],
  ['* * * ? * *', '11-27 12:00:01 11-27 12:00:02 11-27 12:00:03 11-27 12:00:04 11-27 12:00:05', 'every second'],
  ['15 30 9 * * ?', '11-28 09:30:15 11-29 09:30:15 11-30 09:30:15 12-01 09:30:15 12-02 09:30:15', 'at 09:30:15'],
  ['0/30 9 * * *', '11-28 09:00:00 11-28 09:30:00 11-29 09:00:00 11-29 09:30:00 11-30 09:00:00', 'at 09:00 and 09:30'],
  [
    '*/15 9-17 * * ?',
    '11-27 12:15:00 11-27 12:30:00 11-27 12:45:00 11-27 13:00:00 11-27 13:15:00',
    'every 15 minutes, in hours 9 to 17',
  ],
  ['7 0/3 1/10 1/3 *', '01-01 00:07:00 01-01 03:07:00 01-01 06:07:00 01-01 09:07:00 01-01 12:07:00', null],
])('%s matches the times in the documentation', (expression, expected, words) => {
  const times = timesFrom('2026-11-27T12:00:00Z')(expression, 5);
  expect(times.map((time) => time.slice(5)).join(' ')).toBe(expected);
  if (words !== null) expect(describeCron(readCron(expression))).toBe(words);
});

test('days before the last of a month follow the length of the month and leap years, in both directions', () => {
  const anchor = Date.parse('2027-01-01T00:00:00Z');
  for (const expression of ['0 0 0 L-2 * ?', '0 0 0 L-1W,LW,10 * ?', '0 0 0 L-3,L 2,3,4 ? 2027-2033']) {
    const timetable = createTimetable({ pollType: 'CRON', periodicity: expression, timeZone: 'Europe/Berlin', anchor });
    const walked: number[] = [];
    for (let at = timetable.after(anchor); at !== null && walked.length < 20; at = timetable.after(at)) walked.push(at);
    const back = walked.map((_, at) => timetable.upTo(walked.at(-1) ?? 0, walked.length - at));
    expect([expression, back]).toEqual([expression, walked]);
    expect(timetable.count(walked[0] ?? 0, walked.at(-1) ?? 0)).toBe(20);
  }
  const leap = timesFrom('2028-02-01T00:00:00Z');
  expect(leap('0 0 0 L-2 2 ?', 2)).toEqual(['2028-02-27 00:00:00', '2029-02-26 00:00:00']);
});
