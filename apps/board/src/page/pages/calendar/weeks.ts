import { type Day, daySpan, type Period, plusDays, type Span } from './days.ts';

/** Returns the weekday of a day: 0 for Sunday to 6 for Saturday. */
const weekdayOf = (day: Day): number => new Date(day).getUTCDay();

export const isWeekend = (day: Day): boolean => weekdayOf(day) % 6 === 0;

/**
 * Returns the first day of the week in a locale: 0 for Sunday to 6 for Saturday. The default is that of the browser. It
 * is Monday (ISO 8601) if the browser has no data about weeks.
 */
export function firstWeekday(locale = new Intl.DateTimeFormat().resolvedOptions().locale): number {
  const intlLocale = new Intl.Locale(locale);
  const getWeekInfo: unknown = Reflect.get(intlLocale, 'getWeekInfo');
  const info: unknown = typeof getWeekInfo === 'function' ? Reflect.apply(getWeekInfo, intlLocale, []) : null;
  const firstDay: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'firstDay') : null;
  // ISO weekdays begin with 1 for Monday, and 7 is Sunday.
  return typeof firstDay === 'number' ? firstDay % 7 : 1;
}

const monthOf = (day: Day): string => day.slice(0, 7);
export const isSameMonth = (one: Day, other: Day): boolean => monthOf(one) === monthOf(other);

/**
 * Returns the weeks of the period that contains a day. For a month, the first and last week may include other months.
 */
export function weeksOf(day: Day, period: Period, firstDay = firstWeekday()): readonly (readonly Day[])[] {
  const firstShown = period === 'month' ? `${monthOf(day)}-01` : day;
  const weeks: Day[][] = [];
  let start = plusDays(firstShown, -((weekdayOf(firstShown) - firstDay + 7) % 7));
  while (weeks.length === 0 || (period === 'month' && isSameMonth(start, day))) {
    const weekStart = start;
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((index) => plusDays(weekStart, index)));
    start = plusDays(weekStart, 7);
    if (start === weekStart) break;
  }
  return weeks;
}

/** Returns the time range of all days of the weeks. */
export function weeksSpan(weeks: readonly (readonly Day[])[]): Span {
  const days = weeks.flat();
  return { from: daySpan(days[0] ?? '').from, to: daySpan(days.at(-1) ?? '').to };
}
