import { isUtc } from '../../navigation/preferences.ts';
import { type Day, dayOf, type Span } from './days.ts';

type Format = (at: number) => string;

/** Returns a function that formats a time in the time zone of the page. */
function createFormat(options: Intl.DateTimeFormatOptions): Format {
  const local = new Intl.DateTimeFormat(undefined, options);
  const utc = new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' });
  return (at) => (isUtc.value ? utc : local).format(at);
}

/** Returns a function that formats a day, independently of the time zone. */
function createDayFormat(options: Intl.DateTimeFormatOptions): (day: Day) => string {
  const format = new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' });
  return (day) => format.format(Date.parse(day));
}

const dateParts = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const dateWithYear = createFormat({ ...dateParts, year: 'numeric' });

/** Returns the time of a day, such as `18:30`. */
export const timeText = createFormat({ timeStyle: 'short' });

/** Returns the day of a time, such as `Sat, Nov 28`. */
export const dateText = createFormat(dateParts);

/** Returns the day of a time in full, such as `Saturday, November 28`. */
export const longDateText = createFormat({ weekday: 'long', month: 'long', day: 'numeric' });

/** Returns a day, such as `Sat, Nov 28`. */
export const dayText = createDayFormat(dateParts);

/** Returns a day in full, such as `Saturday, November 28, 2026`. */
export const fullDayText = createDayFormat({ dateStyle: 'full' });

/** Returns a day with its year, such as `Nov 28, 2026`. */
export const mediumDayText = createDayFormat({ dateStyle: 'medium' });

/** Returns a day in its month, such as `Nov 28`. */
export const shortDayText = createDayFormat({ month: 'short', day: 'numeric' });

/** Returns the day of the week of a day, such as `Sat`. */
export const weekdayText = createDayFormat({ weekday: 'short' });

/** Returns the month of a day, such as `November 2026`. */
export const monthText = createDayFormat({ month: 'long', year: 'numeric' });

const yearOf = (at: number): string => dayOf(at).slice(0, 4);
const zoneText = (): string => (isUtc.value ? ' UTC' : '');

/** Returns a time with its day, such as `Sat, Nov 28, 02:40`. The current year is omitted. */
export function momentText(at: number): string {
  const format = yearOf(at) === yearOf(Date.now()) ? dateText : dateWithYear;
  return `${format(at)}, ${timeText(at)}${zoneText()}`;
}

/** Returns the end of a time range, without its day if that is the day of the start. */
export const endText = ({ from, to }: Span): string =>
  dayOf(from) === dayOf(to) ? `${timeText(to)}${zoneText()}` : momentText(to);

/** Returns a time range, such as `Sat, Nov 28, 00:00 – 02:00`. */
export const rangeText = (span: Span): string =>
  span.from === span.to ? momentText(span.from) : `${momentText(span.from)} – ${endText(span)}`;
