import { addDays, instantOf, localDayOf, minutesOf, weekdayOf } from '../calendar/local-time.ts';
import type { Instant } from '../model/json.ts';
import type { Weekday } from '../notification-choices/choices.ts';

/** The hours in which people work, in local time. */
export interface WorkingHours {
  readonly weekdays: readonly Weekday[];
  /** `HH:MM` */
  readonly from: string;
  /** `HH:MM`, after `from`; `00:00` is the end of the day */
  readonly to: string;
  /** an IANA time zone */
  readonly timeZone: string;
}

/** Whether the hours end after they start, so that none is after midnight. */
export const endsAfterStart = ({ from, to }: Pick<WorkingHours, 'from' | 'to'>): boolean =>
  to === '00:00' || minutesOf(to) > minutesOf(from);

/** The working time of one day. */
interface Period {
  readonly opens: Instant;
  readonly closes: Instant;
  /** the working time of all earlier days */
  readonly before: number;
}

/** Returns the last period that opens at or before a time, by binary search. */
function lastUntil(periods: readonly Period[], at: Instant): Period | undefined {
  let [low, high] = [0, periods.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const period = periods[middle];
    if (period !== undefined && period.opens <= at) low = middle + 1;
    else high = middle;
  }
  return periods[low - 1];
}

/**
 * Returns a function for the working time between two instants, in milliseconds. They must be between `first` and
 * `last`, so that the days are computed once. A time that a zone skips or repeats counts as it passes.
 */
export function createWorkingTime(
  { weekdays, from, to, timeZone }: WorkingHours,
  first: Instant,
  last: Instant,
): (start: Instant, end: Instant) => number {
  const periods: Period[] = [];
  let sum = 0;
  for (let day = localDayOf(timeZone, first); ; day = addDays(day, 1)) {
    const opens = instantOf(timeZone, day, from);
    if (opens >= last) break;
    const weekday = weekdayOf(day);
    if (weekday === undefined || !weekdays.includes(weekday)) continue;
    const closes = instantOf(timeZone, to === '00:00' ? addDays(day, 1) : day, to);
    periods.push({ opens, closes, before: sum });
    sum += Math.max(0, closes - opens);
  }
  const until = (at: Instant): number => {
    const period = lastUntil(periods, at);
    return period === undefined ? 0 : period.before + Math.max(0, Math.min(at, period.closes) - period.opens);
  };
  return (start, end) => until(end) - until(start);
}
