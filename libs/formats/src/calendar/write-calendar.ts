import type { Instant } from '@slipway/domain/model';

/** An entry of a calendar with a start, an end, or both. */
export interface CalendarEvent {
  /** The identifier of the event. It is the same in each version of the calendar. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly start: Instant | null;
  readonly end: Instant | null;
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  readonly changedAt: Instant;
}

/** A calendar to write. */
export interface CalendarFile {
  readonly title: string;
  /** the product identifier with its version (PRODID) */
  readonly writer: string;
  readonly events: readonly CalendarEvent[];
}

/** The maximum length of a line in octets, without the line break (RFC 5545, section 3.1). */
const maxLineOctets = 75;
/** Sequence numbers are seconds since this time. They fit into an INTEGER until 2088 (section 3.3.8). */
const firstRevision = Date.UTC(2020, 0, 1);
/** The refresh interval for subscribers. */
const refreshInterval = 'PT15M';

/** Folds a line between characters, never within a character. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= maxLineOctets) return `${line}\r\n`;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > maxLineOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += more;
  }
  return `${folded}\r\n`;
}

/** Escapes a TEXT value (section 3.3.11). It contains no control characters except line breaks. */
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** Whether the year of a date has four digits, which the format requires. */
const hasFourDigitYear = (instant: Instant | null): instant is Instant =>
  instant !== null && instant >= Date.UTC(0, 0, 1) && instant < Date.UTC(10_000, 0, 1);

/** Formats a date and time in UTC, with seconds. */
const formatInstant = (instant: Instant): string => new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/**
 * Returns the properties for the start and the end of an event. An end that is not after the start is omitted (section
 * 3.8.2.2). An event with only an end has no duration.
 */
function timesOf({ start, end }: CalendarEvent): readonly string[] {
  const from = hasFourDigitYear(start) ? formatInstant(start) : null;
  const to = hasFourDigitYear(end) ? formatInstant(end) : null;
  if (from === null) return to === null ? [] : [`DTSTART:${to}`];
  return to === null || to <= from ? [`DTSTART:${from}`] : [`DTSTART:${from}`, `DTEND:${to}`];
}

function linesOf(event: CalendarEvent): readonly string[] {
  const times = timesOf(event);
  if (times.length === 0) return [];
  const changed = formatInstant(event.changedAt);
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    // Without a METHOD, DTSTAMP is the time of the last change of the event (section 3.8.7.2).
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${Math.max(0, Math.floor((event.changedAt - firstRevision) / 1000))}`,
    ...times,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `CATEGORIES:${escapeText(event.category)}`,
    `STATUS:${event.status}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/**
 * Writes a calendar in the format of RFC 5545, with properties of RFC 7986 and of widespread clients. Times are in UTC.
 * Events without a valid time are omitted. Equal calendars result in equal texts.
 */
export function writeCalendar({ title, writer, events }: CalendarFile): string {
  const name = escapeText(title);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(writer)}//EN`,
    'CALSCALE:GREGORIAN',
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    `X-PUBLISHED-TTL:${refreshInterval}`,
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return lines.map(foldLine).join('');
}
