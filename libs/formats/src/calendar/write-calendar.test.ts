import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { type CalendarEvent, writeCalendar } from './write-calendar.ts';

const day = Date.UTC(2026, 10, 23);
const event: CalendarEvent = {
  uid: 'Task1@slipway',
  title: 'Deploy',
  description: 'Release 42: planned',
  category: 'Task',
  start: day,
  end: day + 90_500,
  status: 'TENTATIVE',
  changedAt: day - 1,
};
const writtenCalendar = (...events: readonly Partial<CalendarEvent>[]) =>
  writeCalendar({
    title: 'Release 42',
    writer: 'Slipway//Slipway 1',
    events: events.map((calendarEvent) => ({ ...event, ...calendarEvent })),
  });

/** Parses the events with a calendar library. */
const read = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((calendarEvent) =>
      Object.fromEntries(
        calendarEvent.getAllProperties().map((property) => [property.name, String(property.getFirstValue())]),
      ),
    );

test('writes a calendar line by line', () => {
  expect(writtenCalendar({}).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Slipway//Slipway 1//EN',
    'CALSCALE:GREGORIAN',
    'NAME:Release 42',
    'X-WR-CALNAME:Release 42',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    'BEGIN:VEVENT',
    'UID:Task1@slipway',
    'DTSTAMP:20261122T235959Z',
    'LAST-MODIFIED:20261122T235959Z',
    'SEQUENCE:217555199',
    'DTSTART:20261123T000000Z',
    'DTEND:20261123T000130Z',
    'SUMMARY:Deploy',
    'DESCRIPTION:Release 42: planned',
    'CATEGORIES:Task',
    'STATUS:TENTATIVE',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test.each([
  ['only a start', { end: null }, ['DTSTART:20261123T000000Z']],
  ['only an end', { start: null, end: day }, ['DTSTART:20261123T000000Z']],
  ['an end in the same second as its start', { end: day + 999 }, ['DTSTART:20261123T000000Z']],
  ['an end before its start', { end: day - 1 }, ['DTSTART:20261123T000000Z']],
  ['an end in a year of five digits', { end: Date.UTC(10_000, 0, 1) }, ['DTSTART:20261123T000000Z']],
  ['a start before the year 0', { start: Date.UTC(-1, 0, 1) }, ['DTSTART:20261123T000130Z']],
  ['no start and no end', { start: null, end: null }, []],
])('an event with %s', (_, times, expected) => {
  expect(
    writtenCalendar(times)
      .split('\r\n')
      .filter((line) => /^DT(?:START|END)/.test(line)),
  ).toEqual(expected);
});

test('omits an event without a time, and writes a calendar without events', () => {
  expect(read(writtenCalendar({ start: null, end: null }))).toEqual([]);
});

test.each([
  ['characters with a meaning in iCalendar', 'a, b; c\\d "e": \\n', 'a, b; c\\d "e": \\n'],
  ['several lines', 'one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
  ['lines that look like properties', 'x\r\nEND:VEVENT\r\nATTACH:file:///', 'x\nEND:VEVENT\nATTACH:file:///'],
  ['control characters', 'a\u0000b\u001bc\td\u007f\u0085', 'a b c d  '],
  ['an unpaired surrogate', `a${'😀'[0]}b`, 'a\ufffdb'],
  ['more characters than a line can have', 'ü€😀é'.repeat(500), 'ü€😀é'.repeat(500)],
  ['no characters', '', ''],
])('a title with %s is read unchanged', (_, title, expected) => {
  expect(read(writtenCalendar({ title }, {}))).toMatchObject([{ summary: expected }, { summary: 'Deploy' }]);
});

test('lines have at most 75 octets, and are folded between characters', () => {
  for (let before = 0; before < 80; before += 1) {
    const lines = writtenCalendar({ title: 'x'.repeat(before) + '😀é€'.repeat(40) }).split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(lines.filter((line) => !line.isWellFormed())).toEqual([]);
  }
});

test('the sequence number is never negative', () => {
  expect(read(writtenCalendar({ changedAt: 0 }))).toMatchObject([{ sequence: '0' }]);
});
