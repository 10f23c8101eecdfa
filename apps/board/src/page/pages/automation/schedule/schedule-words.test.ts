import { expect, test } from 'vitest';
import { cronInWords, describeTrigger, eventsInWords, intervalInWords } from './schedule-words.ts';

/** Replaces the narrow spaces before AM and PM. */
const withSpaces = (text: string | null) => text?.replaceAll('\u202f', ' ') ?? null;

test.each([
  ['0 2 * * *', 'Every day at 2:00 AM'],
  ['5 14 * * 1', 'Every Monday at 2:05 PM'],
  ['5 14 * * SUN', 'Every Sunday at 2:05 PM'],
  ['0 7 * * 1-5', 'Every weekday at 7:00 AM'],
  ['0 3 1 1 *', 'Every year on Jan 1 at 3:00 AM'],
  ['0 3 15 * *', 'Every month on day 15 at 3:00 AM'],
  ['*/15 * * * *', 'Every 15 min'],
  ['10 * * * *', 'Every hour at minute 10'],
  ['0 30 4 * * ?', 'Every day at 4:30 AM'],
  ['0 30 4 ? * 2', 'Every Monday at 4:30 AM'],
  ['0 8 * * 1,3,5', 'Every Monday, Wednesday, and Friday at 8:00 AM'],
  ['0 8 L * *', 'Every month on the last day at 8:00 AM'],
  ['* * * * *', 'Every minute'],
  ['15 */6 * * *', 'Every 6 h at minute 15'],
  ['0 3 1 1 1', null],
  ['0 0 2 1-7 1 1', null],
  ['0,30 2 * * *', null],
  ['', null],
])('the cron expression %j is %j in words', (expression, words) => {
  expect(withSpaces(cronInWords(expression))).toBe(words);
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
  [{ expressions: [expression('main')] }, 'On events where event.ref is equal to main'],
  [
    { expressions: ['a', 'b', 'c'].map(expression) },
    'On events where event.ref is equal to a, event.ref is equal to b, and event.ref is equal to c',
  ],
  [{ expressions: [{ path: 'event.x', operator: 'EXISTS', value: '' }] }, 'On events where event.x exists'],
  [{ expressions: [{ path: 'a', operator: 'NEW', value: 1 }] }, 'On events where a NEW 1'],
])('the event filter %j is %j in words', (filter, words) => {
  expect(eventsInWords(filter)).toBe(words);
});

test('a schedule names its time zone if it is not the zone of the browser', () => {
  const common = { id: 'a', title: 'a', enabled: true, folderId: 'b', allowParallelExecution: true };
  const schedule = { ...common, tags: [], variables: [], type: 'a.Poll', pollType: 'CRON', periodicity: '0 2 * * *' };
  const described = describeTrigger({ ...schedule, timeZone: 'Asia/Tokyo' });
  expect({ ...described, words: withSpaces(described.words) }).toEqual({
    words: 'Every day at 2:00 AM (Asia/Tokyo)',
    expression: '0 2 * * *',
  });
  expect(describeTrigger({ ...schedule, pollType: 'REPEAT', periodicity: '60' })).toEqual({ words: 'Every 1 min' });
});
