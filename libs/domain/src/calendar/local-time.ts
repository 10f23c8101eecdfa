import type { Instant } from '../model/json.ts';
import { type Weekday, weekdays } from '../notification-choices/choices.ts';

const minute = 60_000;
const dayMs = 86_400_000;

/** A format costs as much as a thousand uses. There are about 600 zones. */
const maxFormats = 100;

/** Returns a function that returns the format with these options in a time zone. */
function createFormats(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const cached = formats.get(timeZone);
    if (cached !== undefined) return cached;
    const format = new Intl.DateTimeFormat('en-US', { timeZone, ...options });
    if (formats.size >= maxFormats) formats.clear();
    formats.set(timeZone, format);
    return format;
  };
}

const formatOf = createFormats({ timeZoneName: 'longOffset' });
const messageFormat = createFormats({
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
});

/** Returns a time as messages show it, such as `Mon, Nov 30, 2026, 15:38 UTC`. */
export const formatTime = (at: Instant, zone: string): string => messageFormat(zone).format(at);

/** Whether this is a name of the IANA time zone database, such as `Europe/Berlin` or `UTC`. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The offset of a zone from UTC at a time, in milliseconds: the text ends with `GMT+01:00`, or with `GMT` alone. */
function offsetAt(zone: string, at: Instant): number {
  const text = formatOf(zone).format(at);
  const start = text.lastIndexOf('GMT') + 'GMT'.length;
  const [hours, minutes] = [Number(text.slice(start + 1, start + 3)), Number(text.slice(start + 4, start + 6))];
  return (text[start] === '-' ? -1 : 1) * (hours * 60 + minutes) * minute;
}

/** A day of a local calendar, as its midnight in UTC. */
export type LocalDay = number;

/** Returns the local day of a time. */
export const localDayOf = (zone: string, at: Instant): LocalDay => {
  const local = at + offsetAt(zone, at);
  return local - (((local % dayMs) + dayMs) % dayMs);
};

export const addDays = (day: LocalDay, count: number): LocalDay => day + count * dayMs;

/** Returns the weekday of a local day; 1 January 1970 was a Thursday. */
export const weekdayOf = (day: LocalDay): Weekday | undefined => weekdays[(((day / dayMs + 3) % 7) + 7) % 7];

/** Returns the minutes after midnight of `HH:MM`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * Returns the instant of a local time. Of a time that occurs twice, it is the first. A time that the zone skips is as
 * long after the change as it would have been after midnight.
 */
export function instantOf(zone: string, day: LocalDay, time: string): Instant {
  const local = day + minutesOf(time) * minute;
  const before = local - offsetAt(zone, local - dayMs);
  const after = local - offsetAt(zone, local + dayMs);
  const isAt = (instant: Instant) => instant + offsetAt(zone, instant) === local;
  return isAt(before) || !isAt(after) ? before : after;
}
