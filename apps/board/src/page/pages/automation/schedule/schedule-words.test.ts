import { expect, test } from 'vitest';
import { cronInWords, describeTrigger, eventsInWords, intervalInWords } from './schedule-words.ts';

test.each([
  ['0 2 * * *', 'Every day at 02:00'],
  ['5 14 * * 1', 'Every Monday at 14:05'],
  ['5 14 * * SUN', 'Every Sunday at 14:05'],
  ['0 7 * * 1-5', 'Every weekday at 07:00'],
  ['0 3 1 1 *', 'Every year on Jan 1 at 03:00'],
  ['0 3 15 * *', 'Every month on day 15 at 03:00'],
  ['*/15 * * * *', 'Every 15 min'],
  ['10 * * * *', 'Every hour at minute 10'],
  ['0 30 4 * * ?', 'Every day at 04:30'],
  ['0 30 4 ? * 2', 'Every Monday at 04:30'],
  ['0 8 * * 1,3,5', 'Every Monday, Wednesday, and Friday at 08:00'],
  ['0 8 L * *', 'Every month on the last day at 08:00'],
  ['* * * * *', 'Every minute'],
  ['15 */6 * * *', 'Every 6 h at minute 15'],
  ['0 3 1 1 1', null],
  ['0 0 2 1-7 1 1', null],
  ['0,30 2 * * *', null],
  ['', null],
])('the cron expression %j is %j in words', (expression, words) => {
  expect(cronInWords(expression)).toBe(words);
});

test.each([
  [90, 'Every 90 s'],
  [900, 'Every 15 min'],
  [7_200, 'Every 2 h'],
  [86_400, 'Every 1 d'],
])('an interval of %i seconds is %j', (seconds, words) => {
  expect(intervalInWords(seconds)).toBe(words);
});

const expression = (value: string) => ({ path: 'event.ref', operator: 'EQUALS', value });

test.each([
  [undefined, 'On each event'],
  [{ expressions: [] }, 'On each event'],
  [{ expr: 'True' }, 'On events that its script accepts'],
  [{ expressions: [expression('main')] }, 'On events where event.ref is main'],
  [{ expressions: ['a', 'b', 'c'].map(expression) }, 'On events where event.ref is a and event.ref is b, …'],
])('the event filter %j is %j in words', (filter, words) => {
  expect(eventsInWords(filter)).toBe(words);
});

test('a schedule names its time zone if it is not the zone of the browser', () => {
  const common = { id: 'a', title: 'a', enabled: true, folderId: 'b', allowParallelExecution: true };
  const schedule = { ...common, tags: [], variables: [], type: 'a.Poll', pollType: 'CRON', periodicity: '0 2 * * *' };
  expect(describeTrigger({ ...schedule, timeZone: 'Asia/Tokyo' })).toEqual({
    words: 'Every day at 02:00 (Asia/Tokyo)',
    expression: '0 2 * * *',
  });
  expect(describeTrigger({ ...schedule, pollType: 'REPEAT', periodicity: '60' })).toEqual({ words: 'Every 1 min' });
});
