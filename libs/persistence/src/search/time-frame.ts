import type { Instant } from '@slipway/domain/model';

/** Named times that end now, or RANGE for `from` and `to` (rest-api.md, section Search releases). */
export type TimeFrame = (typeof timeFrames)[number];
export const timeFrames = [
  'LAST_SEVEN_DAYS',
  'LAST_MONTH',
  'LAST_THREE_MONTHS',
  'LAST_SIX_MONTHS',
  'LAST_YEAR',
  'RANGE',
] as const;

const monthsBack = {
  LAST_MONTH: 1,
  LAST_THREE_MONTHS: 3,
  LAST_SIX_MONTHS: 6,
  LAST_YEAR: 12,
} as const;

const dayMs = 86_400_000;

/** From `from` on and before `to`; null is open. */
export interface TimeWindow {
  readonly from: Instant | null;
  readonly to: Instant | null;
}

/** Whether nothing can be in it: it ends before it begins. */
export const isEmptyWindow = ({ from, to }: TimeWindow): boolean => from !== null && to !== null && from > to;

/** The time members of a filter. */
interface TimeFilter {
  readonly timeFrame?: TimeFrame | null;
  readonly from?: Instant | null;
  readonly to?: Instant | null;
  readonly queryStartDate?: Instant | null;
  readonly queryEndDate?: Instant | null;
}

/**
 * The time frame of a filter; `now` is read only for a named frame that ends now. Without a name, `from` and `to` (or
 * their newer names) apply.
 */
export async function resolveWindow(
  { timeFrame, from, to, queryStartDate, queryEndDate }: TimeFilter,
  now: () => Promise<Instant>,
): Promise<TimeWindow> {
  if (!timeFrame || timeFrame === 'RANGE') {
    return { from: from ?? queryStartDate ?? null, to: to ?? queryEndDate ?? null };
  }
  const end = await now();
  return {
    from: timeFrame === 'LAST_SEVEN_DAYS' ? end - 7 * dayMs : monthsBefore(end, monthsBack[timeFrame]),
    to: end,
  };
}

/** The same day and time in UTC this number of months earlier, or the last day of a shorter month. */
function monthsBefore(now: Instant, months: number): Instant {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysInMonth));
  return date.getTime();
}
