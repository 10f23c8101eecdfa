/** A day in the user's time zone, such as `2026-11-23`. */
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
const dayAt = (date: Date): Day =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

/** Returns the start of a day. A day can have 23, 24 or 25 hours. */
export function startOfDay(day: Day): Date {
  const [, year = 1970, month = 1, date = 1] = (dayPattern.exec(day) ?? []).map(Number);
  return new Date(year, month - 1, date);
}

/** Returns the day of a time in milliseconds since 1970. */
export const dayOf = (at: number): Day => dayAt(new Date(at));

/** Returns the day in a text, or `other` if the text is invalid or its year is outside the calendar. */
export function parseDay(text: string | null, other: Day): Day {
  const year = Number(dayPattern.exec(text ?? '')?.[1]);
  return text !== null && year >= firstYear && year <= lastYear && dayAt(startOfDay(text)) === text ? text : other;
}

/** Adds a number of days. Returns the same day if the result is outside the calendar. */
export function plusDays(day: Day, count: number): Day {
  const date = startOfDay(day);
  date.setDate(date.getDate() + count);
  return parseDay(dayAt(date), day);
}

/** Adds a number of months. Returns the last day of the month if the month is too short. */
function plusMonths(day: Day, count: number): Day {
  const date = startOfDay(day);
  const dayOfMonth = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() + count);
  const last = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  date.setDate(Math.min(dayOfMonth, last));
  return parseDay(dayAt(date), day);
}

/** Returns the day one period later or earlier. */
export const shiftDay = (day: Day, period: Period, step: 1 | -1): Day =>
  period === 'month' ? plusMonths(day, step) : plusDays(day, 7 * step);

/** Weeks begin with Monday (ISO 8601). */
const mondayOf = (day: Day): Day => plusDays(day, -((startOfDay(day).getDay() + 6) % 7));

const monthOf = (day: Day): string => day.slice(0, 7);
export const isSameMonth = (one: Day, other: Day): boolean => monthOf(one) === monthOf(other);

/**
 * Returns the weeks of the period that contains a day. For a month, the first and last week may include other months.
 */
export function weeksOf(day: Day, period: Period): readonly (readonly Day[])[] {
  const first = mondayOf(period === 'month' ? `${monthOf(day)}-01` : day);
  const weeks: Day[][] = [];
  for (let monday = first; weeks.length === 0 || (period === 'month' && isSameMonth(monday, day)); ) {
    const start = monday;
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((index) => plusDays(start, index)));
    monday = plusDays(monday, 7);
    if (monday === start) break;
  }
  return weeks;
}

/** Returns the time range of a day. */
export const daySpan = (day: Day): Span => ({
  from: startOfDay(day).getTime(),
  to: new Date(startOfDay(day).getFullYear(), startOfDay(day).getMonth(), startOfDay(day).getDate() + 1).getTime(),
});

/** Returns the time range of all days of the weeks. */
export function weeksSpan(weeks: readonly (readonly Day[])[]): Span {
  const days = weeks.flat();
  return { from: daySpan(days[0] ?? '').from, to: daySpan(days.at(-1) ?? '').to };
}

/** Whether two time ranges overlap. An empty range overlaps the range that contains its start. */
export const overlaps = (one: Span, span: Span): boolean =>
  one.from < span.to && (one.to > span.from || (one.to === one.from && one.from >= span.from));
