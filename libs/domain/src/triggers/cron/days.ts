import { message } from '../../messages/message.ts';
import {
  type CronRange,
  type FieldRule,
  fieldError,
  fieldRules,
  readRange,
  readValue,
  valuesOf,
  weekdayRules,
} from './fields.ts';

/** `L`, `L-3`, `LW` and `L-3W`: days before the last day of the month, or the Monday to Friday nearest to it. */
export interface LastDay {
  readonly kind: 'last';
  readonly before: number;
  readonly nearestWeekday: boolean;
}

/** `15W`: the Monday to Friday nearest to a day, in the same month. */
export interface NearestWeekday {
  readonly kind: 'nearest';
  readonly day: number;
}

/** `FRI#3`: the third Friday of the month; `FRIL`: the last. Sunday is 0. */
export interface NthWeekday {
  readonly kind: 'nth';
  readonly weekday: number;
  readonly nth: number | 'last';
}

/** Weekdays in the order of the expression. Sunday is 0. */
export interface Weekdays {
  readonly kind: 'weekdays';
  readonly weekdays: readonly number[];
}

export type DayTerm = CronRange | LastDay | NearestWeekday;
export type WeekdayTerm = Weekdays | NthWeekday;

/** Reads the days of the month of an expression. Throws Invalid. */
export function readDays(text: string): 'every' | readonly DayTerm[] {
  if (text === '*' || text === '?') return 'every';
  return text.split(',').map(readDay);
}

/** The number of days before the last day of the longest month. */
const maxDaysBeforeLast = 30;

function readDay(text: string): DayTerm {
  const rule = fieldRules.day;
  const last = /^L(?:-(\d{1,2}))?(W)?$/.exec(text);
  if (last !== null) {
    const before = Number(last[1] ?? 0);
    if (before > maxDaysBeforeLast)
      throw fieldError(rule, text, message('cron.daysBeforeLast', { max: maxDaysBeforeLast }));
    return { kind: 'last', before, nearestWeekday: last[2] !== undefined };
  }
  const nearest = /^(\d{1,2})W$/.exec(text)?.[1];
  if (nearest !== undefined) return { kind: 'nearest', day: readValue(nearest, rule) };
  return readRange(text, rule);
}

/** Reads the weekdays of an expression, numbered as in Unix or Quartz. Throws Invalid. */
export function readWeekdays(text: string, dialect: keyof typeof weekdayRules): 'every' | readonly WeekdayTerm[] {
  if (text === '*' || text === '?') return 'every';
  const rule = weekdayRules[dialect];
  return text.split(',').map((term) => readWeekday(term, rule));
}

function readWeekday(text: string, rule: FieldRule): WeekdayTerm {
  // A single `L` is Saturday, the last day of the week.
  if (text === 'L') return { kind: 'weekdays', weekdays: [6] };
  const sundayIs0 = (value: number) => (rule === weekdayRules.unix ? value % 7 : value - 1);
  const [weekday, nth] = text.split('#');
  if (weekday !== undefined && nth !== undefined) {
    if (!/^[1-5]$/.test(nth)) throw fieldError(rule, text, message('cron.nthWeekday'));
    return { kind: 'nth', weekday: sundayIs0(readValue(weekday, rule)), nth: Number(nth) };
  }
  if (text.endsWith('L')) return { kind: 'nth', weekday: sundayIs0(readValue(text.slice(0, -1), rule)), nth: 'last' };
  // 0-7 contains Sunday twice
  return { kind: 'weekdays', weekdays: [...new Set(valuesOf(readRange(text, rule), rule).map(sundayIs0))] };
}
