import type { Instant } from '@slipway/domain/model';

/** An entry of a calendar with a start, an end, or both. */
export interface CalendarEvent {
  /** stays the same whenever the event is written */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly start: Instant | null;
  readonly end: Instant | null;
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  readonly changedAt: Instant;
}

/** A calendar to be written. */
export interface CalendarFile {
  readonly title: string;
  /** what writes it, with its version */
  readonly writer: string;
  readonly events: readonly CalendarEvent[];
}

/** The maximum octets of a line, without its end (RFC 5545, section 3.1). */
const maxLineOctets = 75;
/** The epoch of the seconds that number revisions: an INTEGER holds them until 2088 (section 3.3.8). */
const firstRevision = Date.UTC(2020, 0, 1);
/** The refresh interval for subscribers. */
const refreshInterval = 'PT15M';

/** Breaks a line between characters, never within one. */
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

/** A TEXT (section 3.3.11): it has no control character but the ends of its lines. */
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** Years have four digits. */
const hasFourDigitYear = (instant: Instant | null): instant is Instant =>
  instant !== null && instant >= Date.UTC(0, 0, 1) && instant < Date.UTC(10_000, 0, 1);

/** A moment of UTC, to the second. */
const formatInstant = (instant: Instant): string => new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** An event that ends as it starts, or before, has no end (section 3.8.2.2); one that has only an end is a moment. */
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
    // Without a METHOD it is the time of the latest change of the event (section 3.8.7.2).
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
 * A calendar in the format of RFC 5545, with properties of RFC 7986 and of widespread clients. Times are in UTC.
 * Events without a valid time are left out. Equal calendars give equal texts.
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
