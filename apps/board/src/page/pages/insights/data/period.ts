import { t } from '../../../navigation/text.ts';
import type { Interval } from './time-labels.ts';
import { addDays, type Day, dayAt, dayOr, daysBetween, monthStart, startOfDay } from './zones.ts';

export const periods = ['90d', '7d', '30d', '180d', '365d', 'month', 'last-month', 'range'] as const;
export type Period = (typeof periods)[number];

export const periodOptions: readonly (readonly [Period, string])[] = [
  ['7d', t('Last 7 days')],
  ['30d', t('Last 30 days')],
  ['90d', t('Last 90 days')],
  ['180d', t('Last 6 months')],
  ['365d', t('Last 12 months')],
  ['month', t('This month')],
  ['last-month', t('Last month')],
  ['range', t('Custom range')],
];

interface PeriodInput {
  readonly period: Period;
  /** The first and last day of a custom range. */
  readonly first: string;
  readonly last: string;
}

/** A period of whole local days. `end` is the day after the last one. */
export interface DayRange {
  readonly start: Day;
  readonly end: Day;
  readonly days: number;
}

const dayCounts = { '7d': 7, '30d': 30, '90d': 90, '180d': 180, '365d': 365 } as const;
/** The maximum length of a period, in days: the server returns at most 1,000 buckets. */
const maxDays = 10 * 366;

const rangeOf = (start: Day, end: Day): DayRange => ({ start, end, days: daysBetween(start, end) });

/** Returns the days of a period. Today is the last day of a period that ends now. */
export function daysOf({ period, first, last }: PeriodInput, today: Day): DayRange {
  const tomorrow = addDays(today, 1);
  switch (period) {
    case '7d':
    case '30d':
    case '90d':
    case '180d':
    case '365d':
      return rangeOf(addDays(tomorrow, -dayCounts[period]), tomorrow);
    case 'month':
      return rangeOf(monthStart(today), tomorrow);
    case 'last-month':
      return rangeOf(monthStart(today, -1), monthStart(today));
    case 'range': {
      const end = addDays(dayOr(last, today), 1);
      const start = dayOr(first, addDays(end, -dayCounts['30d']));
      if (start >= end) return rangeOf(start, addDays(start, 1));
      return daysBetween(start, end) > maxDays ? rangeOf(addDays(end, -maxDays), end) : rangeOf(start, end);
    }
  }
}

/** A period as instants, for REST. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Returns the instants of a period in a time zone. */
export const spanOf = ({ start, end }: DayRange, tz: string): Span => ({
  from: new Date(startOfDay(start, tz)).toISOString(),
  to: new Date(startOfDay(end, tz)).toISOString(),
});

/** Returns the instants of the period of a query in a time zone, at a time. */
export const spanAt = (input: PeriodInput, tz: string, now: number): Span => spanOf(daysOf(input, dayAt(now, tz)), tz);

export const intervals = ['auto', 'day', 'week', 'month'] as const;

export const intervalOptions: readonly (readonly [(typeof intervals)[number], string])[] = [
  ['auto', t('Automatic')],
  ['day', t('Days')],
  ['week', t('Weeks')],
  ['month', t('Months')],
];

/** The maximum number of days that are shown as single points. */
const maxDayPoints = 400;

/** Returns the interval of a period: the selected one, or the one with at most about 30 points. */
export function intervalOf(selected: (typeof intervals)[number], days: number): Interval {
  if (selected === 'day' && days > maxDayPoints) return 'week';
  if (selected !== 'auto') return selected;
  if (days <= 31) return 'day';
  return days <= 190 ? 'week' : 'month';
}
