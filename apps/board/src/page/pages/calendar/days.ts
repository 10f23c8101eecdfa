/** A day of the viewer's zone, as `2026-11-23`. */
export type Day = string;

/** The period that is shown. */
export type Period = 'month' | 'week';

/** A time range without its end, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/;
/** Years that a calendar goes through: those before have other rules, and REST has none after. */
const [firstYear, lastYear] = [1900, 9998];

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const dayAt = (date: Date): Day =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

/** The first moment of a day; a day of a zone may have 23 hours, or 25. */
export function startOfDay(day: Day): Date {
  const [, year = 1970, month = 1, date = 1] = (dayPattern.exec(day) ?? []).map(Number);
  return new Date(year, month - 1, date);
}

/** The day of a moment. */
export const dayOf = (at: number): Day => dayAt(new Date(at));

/** The day in a text; the other one if it is invalid. */
export function parseDay(text: string | null, other: Day): Day {
  const year = Number(dayPattern.exec(text ?? '')?.[1]);
  return text !== null && year >= firstYear && year <= lastYear && dayAt(startOfDay(text)) === text ? text : other;
}

/** This number of days later. */
export function plusDays(day: Day, count: number): Day {
  const date = startOfDay(day);
  date.setDate(date.getDate() + count);
  return parseDay(dayAt(date), day);
}

/** The same day this number of months later, or the last one of that month. */
function plusMonths(day: Day, count: number): Day {
  const date = startOfDay(day);
  const dayOfMonth = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() + count);
  const last = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  date.setDate(Math.min(dayOfMonth, last));
  return parseDay(dayAt(date), day);
}

/** The day one period later or earlier. */
export const shiftDay = (day: Day, period: Period, step: 1 | -1): Day =>
  period === 'month' ? plusMonths(day, step) : plusDays(day, 7 * step);

/** Weeks begin with Monday (ISO 8601). */
const mondayOf = (day: Day): Day => plusDays(day, -((startOfDay(day).getDay() + 6) % 7));

const monthOf = (day: Day): string => day.slice(0, 7);
export const isSameMonth = (one: Day, other: Day): boolean => monthOf(one) === monthOf(other);

/** The days that are shown with one: its week, or all weeks that its month touches. */
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

/** All of a day. */
export const daySpan = (day: Day): Span => ({
  from: startOfDay(day).getTime(),
  to: new Date(startOfDay(day).getFullYear(), startOfDay(day).getMonth(), startOfDay(day).getDate() + 1).getTime(),
});

/** From the first of these days until the last is over. */
export function weeksSpan(weeks: readonly (readonly Day[])[]): Span {
  const days = weeks.flat();
  return { from: daySpan(days[0] ?? '').from, to: daySpan(days.at(-1) ?? '').to };
}

/** Whether something that has no length begins in a span, or something else touches it. */
export const overlaps = (one: Span, span: Span): boolean =>
  one.from < span.to && (one.to > span.from || (one.to === one.from && one.from >= span.from));
