import { type Message, message } from '../../messages/message.ts';
import { Invalid } from '../../model/errors.ts';

/** A value, a range, or a range with an increment. `from` is greater than `to` if the range wraps. */
export interface CronRange {
  readonly kind: 'range';
  readonly from: number;
  readonly to: number;
  /** null: no increment */
  readonly step: number | null;
}

/** All values of a field, or the listed ones. */
export type CronField = 'every' | readonly CronRange[];

/** The bounds of a field, both inclusive, and the names of its values. The first name is for `min`. */
export interface FieldRule {
  /** the name of the field in the message catalog */
  readonly name: 'second' | 'minute' | 'hour' | 'dayOfMonth' | 'month' | 'weekday' | 'year';
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
  /** Whether the values are cyclic, so that a range can wrap. */
  readonly wraps: boolean;
}

export const fieldRules = {
  second: { name: 'second', min: 0, max: 59, wraps: true },
  minute: { name: 'minute', min: 0, max: 59, wraps: true },
  hour: { name: 'hour', min: 0, max: 23, wraps: true },
  day: { name: 'dayOfMonth', min: 1, max: 31, wraps: true },
  month: {
    ...{ name: 'month', min: 1, max: 12, wraps: true },
    names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  },
  year: { name: 'year', min: 1970, max: 2099, wraps: false },
} as const satisfies Record<string, FieldRule>;

/** Sunday is 0, as in `Date`. */
const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

/** Unix counts weekdays from Sunday 0, and also accepts 7 for Sunday; Quartz counts from Sunday 1 to Saturday 7. */
export const weekdayRules = {
  unix: { name: 'weekday', min: 0, max: 7, names: weekdayNames, wraps: true },
  quartz: { name: 'weekday', min: 1, max: 7, names: weekdayNames, wraps: true },
} as const satisfies Record<string, FieldRule>;

export const fieldError = (rule: FieldRule, text: string, expectation: Message): Invalid =>
  new Invalid(message('cron.badField', { field: message(`cron.${rule.name}`), expectation, value: text }));

/** Parses a number or a name of a field. Throws Invalid. */
export function readValue(text: string, rule: FieldRule): number {
  const named = rule.names?.indexOf(text) ?? -1;
  if (named >= 0) return rule.min + named;
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= rule.min && value <= rule.max) return value;
  const { min, max, names = [] } = rule;
  const [first] = names;
  const range =
    first === undefined
      ? message('cron.range', { min, max })
      : message('cron.rangeOrNames', { min, max, first, last: String(names.at(-1)) });
  throw fieldError(rule, text, range);
}

/** Parses `5`, `2-6`, `0/30`, `/30`, `22-2/2`, or `*` with an increment. Throws Invalid. */
export function readRange(text: string, rule: FieldRule): CronRange {
  const [values = '', increment, ...extra] = text.split('/');
  if (extra.length > 0) throw fieldError(rule, text, message('cron.oneIncrement'));
  const step = increment === undefined ? null : readStep(increment, rule, text);
  if (step !== null && (values === '*' || values === ''))
    return { kind: 'range', from: rule.min, to: lastOf(rule), step };
  const [first = '', second, ...rest] = values.split('-');
  if (rest.length > 0) throw fieldError(rule, text, message('cron.twoValues'));
  const from = readValue(first, rule);
  if (second === undefined) return { kind: 'range', from, to: step === null ? from : lastOf(rule), step };
  const to = readValue(second, rule);
  if (from > to && !rule.wraps) throw fieldError(rule, text, message('cron.smallerFirst'));
  return { kind: 'range', from, to, step };
}

/**
 * Returns the last value of a field for increments. For Unix weekdays it is Saturday (6), because 7 is Sunday again.
 */
const lastOf = (rule: FieldRule): number => (rule === weekdayRules.unix ? 6 : rule.max);

function readStep(text: string, rule: FieldRule, fullText: string): number {
  const max = lastOf(rule) - rule.min + 1;
  const step = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (step < 1 || step > max) throw fieldError(rule, fullText, message('cron.increment', { max }));
  return step;
}

/** Parses a field that contains only numbers, names and ranges. Throws Invalid. */
export function readField(text: string, rule: FieldRule): CronField {
  if (text === '*') return 'every';
  return text.split(',').map((range) => readRange(range, rule));
}

/** Returns the values of a range in order. A range that wraps continues with the smallest value of the field. */
export function valuesOf({ from, to, step }: CronRange, rule: FieldRule): readonly number[] {
  const size = lastOf(rule) - rule.min + 1;
  const end = to < from ? to + size : to;
  const values: number[] = [];
  for (let value = from; value <= end; value += step ?? 1) values.push(value > rule.max ? value - size : value);
  return values;
}
