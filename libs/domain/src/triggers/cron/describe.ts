import type { DayTerm, LastDay, NearestWeekday, WeekdayTerm } from './days.ts';
import type { CronExpression } from './expression.ts';
import { type CronField, type CronRange, type FieldRule, fieldRules, valuesOf } from './fields.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const ordinals = ['zeroth', 'first', 'second', 'third', 'fourth', 'fifth'];
/** Up to this number, the times of a day are listed. More times are described by the fields of the expression. */
const maxTimes = 6;

/**
 * Describes an expression: `at 08:00, on Monday to Friday`, `every 30 minutes, in hours 8 to 9, on day 5 of the month`.
 */
export function describeCron(expression: CronExpression): string {
  const { days, months: inMonths, weekdays: onWeekdays, years } = expression;
  const onDays = [
    days === 'every' ? [] : [joinTexts(describeDays(days))],
    onWeekdays === 'every' ? [] : [joinTexts(onWeekdays.flatMap(describeWeekdays))],
  ].flat();
  const parts = [
    describeTime(expression),
    onDays.length === 0 ? '' : `on ${onDays.join(' or on ')}`,
    inMonths === 'every'
      ? ''
      : `in ${describeRanges(inMonths, fieldRules.month, (month) => String(months[month - 1]))}`,
    years === 'every' ? '' : `in ${describeRanges(years, fieldRules.year, String)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function describeTime({ seconds, minutes, hours }: CronExpression): string {
  const times = timesOfDay(seconds, minutes, hours);
  if (times !== null) return `at ${joinTexts(times)}`;
  const isFirst = (field: CronField) => isOne(field, 0);
  const ofHours = frequency(hours, fieldRules.hour);
  const parts = [
    isFirst(seconds) ? [] : [frequency(seconds, fieldRules.second)],
    minutes === 'every' && isFrequent(seconds) ? [] : [frequency(minutes, fieldRules.minute)],
    hours === 'every' && isFrequent(minutes) ? [] : [ofHours],
  ].flat();
  // on the full hour, the hours alone are clearer
  return isFirst(seconds) && isFirst(minutes) && isFrequent(hours) ? ofHours : parts.join(', ');
}

const isOne = (field: CronField, value: number): boolean =>
  field !== 'every' && field.length === 1 && field[0]?.from === value && field[0].to === value;

/** Whether a field is described as `every …`, so that larger units need no description. */
const isFrequent = (field: CronField): boolean =>
  field === 'every' || (field.length === 1 && field.some(({ step }) => step !== null));

/** Returns the times of a day, or null if there are too many, or if a field has a wildcard or an increment. */
function timesOfDay(seconds: CronField, minutes: CronField, hours: CronField): readonly string[] | null {
  if (seconds === 'every' || minutes === 'every' || hours === 'every') return null;
  const [inSeconds, inMinutes, inHours] = [
    allValues(seconds, fieldRules.second),
    allValues(minutes, fieldRules.minute),
    allValues(hours, fieldRules.hour),
  ];
  if (inSeconds.length * inMinutes.length * inHours.length > maxTimes) return null;
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return inHours.flatMap((hour) =>
    inMinutes.flatMap((minute) =>
      inSeconds.map((second) => [hour, minute, ...(second === 0 ? [] : [second])].map(twoDigits).join(':')),
    ),
  );
}

const allValues = (field: readonly CronRange[], rule: FieldRule): readonly number[] =>
  field.flatMap((range) => valuesOf(range, rule));

function frequency(field: CronField, rule: FieldRule): string {
  if (field === 'every') return `every ${rule.name}`;
  const [single, ...more] = field;
  if (single !== undefined && more.length === 0 && single.step !== null) return everyStep(single, rule);
  const plural = allValues(field, rule).length > 1 ? 's' : '';
  return `in ${rule.name}${plural} ${describeRanges(field, rule, String)}`;
}

function everyStep({ from, to, step }: CronRange, rule: FieldRule): string {
  const every = step === 1 ? `every ${rule.name}` : `every ${step} ${rule.name}s`;
  if (from === rule.min && to === rule.max) return every;
  return to === rule.max ? `${every} from ${rule.name} ${from}` : `${every} from ${rule.name} ${from} to ${to}`;
}

const describeRanges = (field: readonly CronRange[], rule: FieldRule, name: (value: number) => string): string =>
  joinTexts(field.flatMap((range) => describeRange(range, rule, name)));

function describeRange(range: CronRange, rule: FieldRule, name: (value: number) => string): readonly string[] {
  if (range.from === range.to) return [name(range.from)];
  if (range.step !== null && range.step > 1) return valuesOf(range, rule).map(name);
  return [`${name(range.from)} to ${name(range.to)}`];
}

function describeDays(terms: readonly DayTerm[]): readonly string[] {
  const ranges = terms.flatMap((term) => (term.kind === 'range' ? [term] : []));
  const plural = allValues(ranges, fieldRules.day).length > 1 ? 's' : '';
  return [
    ...(ranges.length === 0 ? [] : [`day${plural} ${describeRanges(ranges, fieldRules.day, String)} of the month`]),
    ...terms.flatMap((term) => (term.kind === 'range' ? [] : [describeDay(term)])),
  ];
}

function describeDay(term: LastDay | NearestWeekday): string {
  if (term.kind === 'nearest') return `the working day nearest to day ${term.day} of the month`;
  if (term.nearestWeekday && term.before === 0) return 'the last working day of the month';
  const days = term.before === 1 ? '1 day' : `${term.before} days`;
  const day = `${term.before === 0 ? '' : `the day ${days} before `}the last day of the month`;
  return term.nearestWeekday ? `the working day nearest to ${day}` : day;
}

function describeWeekdays(term: WeekdayTerm): readonly string[] {
  if (term.kind === 'nth') {
    const nth = term.nth === 'last' ? term.nth : ordinals[term.nth];
    return [`the ${nth} ${weekdays[term.weekday]} of the month`];
  }
  const names = term.weekdays.map((weekday) => String(weekdays[weekday]));
  const [first = 0] = term.weekdays;
  const follow = term.weekdays.every((weekday, at) => weekday === (first + at) % 7);
  return follow && names.length > 2 ? [`${names[0]} to ${names.at(-1)}`] : names;
}

function joinTexts(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
