import { isUtc } from '../../navigation/preferences.ts';

/** A day such as `2026-11-23`, in the time zone of the page: that of the user, or UTC if the user has chosen it. */
export type Day = string;

/** The length of the visible period. */
export type Period = 'month' | 'week';

/** A time range, in milliseconds since 1970. `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/;
/**
 * The first and last year of the calendar. Time zones of earlier years have other rules, and REST has no later years.
 */
const [firstYear, lastYear] = [1900, 9998];

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns the year, the month from 0, and the day of the month. */
function partsOf(day: Day): readonly [year: number, month: number, date: number] {
  const [, year = 1970, month = 1, date = 1] = (dayPattern.exec(day) ?? []).map(Number);
  return [year, month - 1, date];
}

/** Returns a day in the Gregorian calendar, without a time zone. `date` may be outside the month. */
function dayAt(year: number, month: number, date: number): Day {
  const at = new Date(Date.UTC(year, month, date));
  return `${at.getUTCFullYear()}-${twoDigits(at.getUTCMonth() + 1)}-${twoDigits(at.getUTCDate())}`;
}

/** Returns the start of a day in the time zone of the page. `date` may be outside the month. */
const startAt = (year: number, month: number, date: number): number =>
  isUtc.value ? Date.UTC(year, month, date) : new Date(year, month, date).getTime();

/** Returns the start of a day, in milliseconds since 1970. A day can have 23, 24 or 25 hours. */
export const startOfDay = (day: Day): number => startAt(...partsOf(day));

/** Returns the day of a time in milliseconds since 1970. */
export function dayOf(at: number): Day {
  const date = new Date(at);
  return isUtc.value
    ? dayAt(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
    : dayAt(date.getFullYear(), date.getMonth(), date.getDate());
}

/** Returns the day in a text, or `other` if the text is invalid or its year is outside the calendar. */
export function parseDay(text: string | null, other: Day): Day {
  const year = Number(dayPattern.exec(text ?? '')?.[1]);
  return text !== null && year >= firstYear && year <= lastYear && dayAt(...partsOf(text)) === text ? text : other;
}

/** Adds a number of days. Returns the same day if the result is outside the calendar. */
export function plusDays(day: Day, count: number): Day {
  const [year, month, date] = partsOf(day);
  return parseDay(dayAt(year, month, date + count), day);
}

/** Adds a number of months. Returns the last day of the month if the month is too short. */
function plusMonths(day: Day, count: number): Day {
  const [year, month, date] = partsOf(day);
  const [, , lastDate] = partsOf(dayAt(year, month + count + 1, 0));
  return parseDay(dayAt(year, month + count, Math.min(date, lastDate)), day);
}

/** Returns the day one period later or earlier. */
export const shiftDay = (day: Day, period: Period, step: 1 | -1): Day =>
  period === 'month' ? plusMonths(day, step) : plusDays(day, 7 * step);

/** Returns the time range of a day. */
export function daySpan(day: Day): Span {
  const [year, month, date] = partsOf(day);
  return { from: startAt(year, month, date), to: startAt(year, month, date + 1) };
}

/** Whether two time ranges overlap. An empty range overlaps the range that contains its start. */
export const overlaps = (one: Span, span: Span): boolean =>
  one.from < span.to && (one.to > span.from || (one.to === one.from && one.from >= span.from));
