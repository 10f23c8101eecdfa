import { textOf } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { createTimetable, listNextTimes } from './timetable.ts';
import { timeInZone } from './zones.ts';

const at = (rawPeriod: string) => Date.parse(rawPeriod);
const cron = (periodicity: string, timeZone: string) =>
  createTimetable({ pollType: 'CRON', periodicity, timeZone, anchor: at('2026-01-01T00:00:00Z') });

/** The next times after a time, as local times of the zone, with the effect of daylight saving. */
const next = (periodicity: string, timeZone: string, from: string, count: number) =>
  listNextTimes(cron(periodicity, timeZone), timeZone, at(from), count).map((each) => [
    timeInZone(timeZone, each.at).replace(':00.000', ''),
    each.daylightSaving && textOf(each.daylightSaving),
  ]);

const skipped = (from: string, to: string) =>
  `clocks go forward from ${from} to ${to}: a fixed time in between fires now, and repeating times in between are skipped`;
const describeTwice = (time: string, word: string, otherWord: string, fires: string) =>
  `clocks go back, and ${time} occurs twice: this is the ${word} time, and the ${otherWord} ${fires}`;
const forward = 'clocks have gone forward since the previous time';
const back = 'clocks have gone back since the previous time';

test('a skipped fixed time moves to the first time after the gap', () => {
  expect(next('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 3)).toEqual([
    ['2026-03-28T02:30+01:00', null],
    ['2026-03-29T03:00+02:00', skipped('02:00', '03:00')],
    ['2026-03-30T02:30+02:00', null],
  ]);
  expect(next('30 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', 2)).toEqual([
    ['2026-03-08T03:00-04:00', skipped('02:00', '03:00')],
    ['2026-03-09T02:30-04:00', null],
  ]);
  expect(next('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', 2)).toEqual([
    ['2026-10-04T02:30+11:00', skipped('02:00', '02:30')],
    ['2026-10-05T02:15+11:00', null],
  ]);
});

test('a fixed time that occurs twice fires at the first time', () => {
  expect(next('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
    ['2026-10-25T02:30+02:00', describeTwice('02:30', 'first', 'second', 'does not fire')],
    ['2026-10-26T02:30+01:00', back],
  ]);
  expect(next('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2)).toEqual([
    ['2026-11-01T01:30-04:00', describeTwice('01:30', 'first', 'second', 'does not fire')],
    ['2026-11-02T01:30-05:00', back],
  ]);
  expect(next('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00:00Z', 2)).toEqual([
    ['2026-04-05T01:45+11:00', describeTwice('01:45', 'first', 'second', 'does not fire')],
    ['2026-04-06T01:45+10:30', back],
  ]);
});

test('between the two times, the next one is on the following day', () => {
  const timetable = cron('30 2 * * *', 'Europe/Berlin');
  for (const moment of ['2026-10-25T00:30:00Z', '2026-10-25T00:45:00Z', '2026-10-25T01:10:00Z', '2026-10-25T01:30:00Z'])
    expect([moment, timetable.after(at(moment))]).toEqual([moment, at('2026-10-26T01:30:00Z')]);
  expect(timetable.upTo(at('2026-10-25T01:45:00Z'))).toBe(at('2026-10-25T00:30:00Z'));
});

test('a repeating time fires in both repeated hours, and not in a skipped hour', () => {
  expect(next('*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:15:00Z', 4)).toEqual([
    ['2026-10-25T02:30+02:00', describeTwice('02:30', 'first', 'second', 'also fires')],
    ['2026-10-25T02:00+01:00', describeTwice('02:00', 'second', 'first', 'also fires')],
    ['2026-10-25T02:30+01:00', describeTwice('02:30', 'second', 'first', 'also fires')],
    ['2026-10-25T03:00+01:00', null],
  ]);
  expect(next('*/20 * * * *', 'Australia/Lord_Howe', '2026-04-04T14:35:00Z', 4)).toEqual([
    ['2026-04-05T01:40+11:00', describeTwice('01:40', 'first', 'second', 'also fires')],
    ['2026-04-05T01:40+10:30', describeTwice('01:40', 'second', 'first', 'also fires')],
    ['2026-04-05T02:00+10:30', null],
    ['2026-04-05T02:20+10:30', null],
  ]);
  expect(next('*/20 2 * * *', 'Europe/Berlin', '2026-03-28T01:30:00Z', 2)).toEqual([
    ['2026-03-28T02:40+01:00', null],
    ['2026-03-30T02:00+02:00', forward],
  ]);
});

test('intervals are counted from the anchor and do not drift', () => {
  const anchor = at('2026-03-29T00:00:00.250Z');
  const timetable = createTimetable({ pollType: 'REPEAT', periodicity: '90', timeZone: 'Europe/Berlin', anchor });
  expect(timetable.after(anchor)).toBe(anchor + 90_000);
  expect(timetable.after(anchor - 500_000)).toBe(anchor + 90_000);
  expect(timetable.after(anchor + 90_000)).toBe(anchor + 180_000);
  expect(timetable.after(anchor + 1_000_000_001)).toBe(anchor + 1_000_080_000);
  expect(timetable.upTo(anchor + 89_999)).toBe(null);
  expect(timetable.upTo(anchor + 180_000)).toBe(anchor + 180_000);
  expect(timetable.upTo(anchor + 200_000)).toBe(anchor + 180_000);
});

test('seconds can precede the five fields, and the last time is found at exactly that time', () => {
  const timetable = cron('*/10 * * * * *', 'UTC');
  expect(timetable.after(at('2026-05-01T00:00:00.500Z'))).toBe(at('2026-05-01T00:00:10Z'));
  expect(timetable.upTo(at('2026-05-01T00:00:10Z'))).toBe(at('2026-05-01T00:00:10Z'));
  expect(timetable.upTo(at('2026-05-01T00:00:09.999Z'))).toBe(at('2026-05-01T00:00:00Z'));
});

test('times are found backwards and counted, also across clock changes', () => {
  const moment = at('2026-10-26T12:00:00Z');
  for (const [periodicity, zone] of [
    ['*/20 * * * *', 'Europe/Berlin'],
    ['30 2 * * *', 'Europe/Berlin'],
    ['15,45 1 * * *', 'Australia/Lord_Howe'],
    ['30 1 * * *', 'America/New_York'],
  ] as const) {
    const timetable = cron(periodicity, zone);
    const first = timetable.upTo(moment, 200)!;
    const walked: number[] = [];
    for (let time = first; time <= moment; time = timetable.after(time)!) walked.push(time);
    expect([periodicity, walked.length, timetable.count(first, walked.at(-1)!)]).toEqual([periodicity, 200, 200]);
    expect([timetable.upTo(moment), timetable.upTo(moment, 2)]).toEqual([walked[199], walked[198]]);
  }
});

test('times of an interval are counted without limit, and times of an expression up to a thousand', () => {
  const from = at('2026-01-01T00:00:01Z');
  const month = 30 * 86_400_000;
  const seconds = createTimetable({ pollType: 'REPEAT', periodicity: '1', timeZone: 'UTC', anchor: from - 1_000 });
  expect([seconds.count(from, from), seconds.count(from, from + month)]).toEqual([1, 2_592_001]);
  expect([seconds.upTo(from + month, 100), seconds.upTo(from, 2)]).toEqual([from + month - 99_000, null]);
  const expression = cron('* * * * * *', 'UTC');
  expect([expression.count(from, from + 999_000), expression.count(from, from + 1_000_000)]).toEqual([1_000, null]);
});

test.each([
  [
    'CRON',
    '61 * * * *',
    'UTC',
    "periodicity: '61 * * * *' is not a cron expression: minute: expected 0 to 59, got '61'",
  ],
  ['CRON', '* * *', 'UTC', "periodicity: expected a cron expression of five to seven fields, got '* * *'"],
  ['CRON', '@daily', 'UTC', "periodicity: expected a cron expression of five to seven fields, got '@daily'"],
  ['CRON', '0 0 30 2 *', 'UTC', "periodicity: '0 0 30 2 *' does not occur after the start of the schedule"],
  ['CRON', '0 0 6 L-30 4 ?', 'UTC', "periodicity: '0 0 6 L-30 4 ?' does not occur after the start of the schedule"],
  [
    'CRON',
    `${'1,'.repeat(120)}1 * * * *`,
    'UTC',
    /^periodicity: expected a cron expression of five to seven fields, got /,
  ],
  ['REPEAT', '0', 'UTC', "periodicity: expected whole seconds from 1 to 315360000, got '0'"],
  ['REPEAT', '1.5', 'UTC', "periodicity: expected whole seconds from 1 to 315360000, got '1.5'"],
  [
    'REPEAT',
    '0 3 * * *',
    'UTC',
    "periodicity: expected whole seconds from 1 to 315360000, got '0 3 * * *'; a cron expression requires the pollType CRON",
  ],
  ['REPEAT', '315360001', 'UTC', "periodicity: expected whole seconds from 1 to 315360000, got '315360001'"],
  [
    'REPEAT',
    '60',
    'Europe/Atlantis',
    "timeZone: 'Europe/Atlantis' is not a time zone; expected a name such as Europe/Berlin or UTC",
  ],
  ['REPEAT', '60', '+01:00', "timeZone: '+01:00' is not a time zone; expected a name such as Europe/Berlin or UTC"],
] as const)('%s %s in %s is rejected with a message of one line', (pollType, periodicity, timeZone, sentence) => {
  const make = () => createTimetable({ pollType, periodicity, timeZone, anchor: 0 });
  expect(make).toThrow(Invalid);
  expect(make).toThrow(sentence);
});
