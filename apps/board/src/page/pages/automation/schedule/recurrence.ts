/** A schedule that the builder can express. Weekdays are numbered from Sunday, 0. Times are texts such as `02:30`. */
export type Recurrence =
  | { readonly kind: 'minutes'; readonly every: number }
  | { readonly kind: 'hours'; readonly every: number; readonly minute: number }
  | { readonly kind: 'daily'; readonly time: string }
  | { readonly kind: 'weekdays'; readonly time: string }
  | { readonly kind: 'weekly'; readonly days: readonly number[]; readonly time: string }
  | { readonly kind: 'monthly'; readonly day: number | 'last'; readonly time: string };

/** The numbers of minutes that divide an hour: other steps would start again in each hour. */
export const minuteSteps: readonly number[] = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30];
/** The numbers of hours that divide a day. */
export const hourSteps: readonly number[] = [1, 2, 3, 4, 6, 8, 12];

const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const workDays: readonly number[] = [1, 2, 3, 4, 5];
const daysInWeek = 7;
const maxDay = 31;

const isAny = (field: string): boolean => field === '*' || field === '?';

/** Returns the number of a field; null: the field is not a single number in its range. */
function parseNumber(field: string, min: number, max: number): number | null {
  const value = /^\d{1,2}$/.test(field) ? Number(field) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

/** Returns the increment of a field that starts at 0; null: it has none, or one that does not divide the unit. */
function parseStep(field: string, steps: readonly number[]): number | null {
  if (field === '*') return 1;
  const step = Number(/^[*0]\/(\d{1,2})$/.exec(field)?.[1]);
  return steps.includes(step) ? step : null;
}

/** Returns the number of a weekday from Sunday, 0. Quartz counts from Sunday, 1. */
function parseWeekday(text: string, isQuartz: boolean): number | null {
  const named = weekdayNames.indexOf(text.toUpperCase());
  if (named >= 0) return named;
  const value = isQuartz ? parseNumber(text, 1, daysInWeek) : parseNumber(text, 0, daysInWeek);
  if (value === null) return null;
  return isQuartz ? value - 1 : value % daysInWeek;
}

/** Returns the weekdays of a term, which is a weekday or a range that can wrap. */
function parseWeekdayTerm(term: string, isQuartz: boolean): readonly number[] | null {
  const [first = '', last = first, ...rest] = term.split('-');
  const from = parseWeekday(first, isQuartz);
  const to = parseWeekday(last, isQuartz);
  if (from === null || to === null || rest.length > 0) return null;
  const length = ((to - from + daysInWeek) % daysInWeek) + 1;
  return Array.from({ length }, (_, index) => (from + index) % daysInWeek);
}

function parseWeekdays(field: string, isQuartz: boolean): readonly number[] | null {
  const terms = field.split(',').map((term) => parseWeekdayTerm(term, isQuartz));
  const days = terms.flatMap((term) => term ?? []);
  return terms.includes(null) ? null : [...new Set(days)].sort((a, b) => a - b);
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const isWorkWeek = (days: readonly number[]): boolean => days.join() === workDays.join();

/** The fields of an expression from the minute to the weekday, with the syntax of the weekday. */
interface Fields {
  readonly fields: readonly string[];
  readonly isQuartz: boolean;
}

/** Splits an expression into its fields; null: it has seconds or years, so that the builder cannot express it. */
function splitFields(expression: string): Fields | null {
  const fields = expression.trim().split(/\s+/);
  if (fields.length === 5) return { fields, isQuartz: false };
  const [second, ...rest] = fields;
  const isPlain = fields.length === 6 || (fields.length === 7 && fields[6] === '*');
  return isPlain && second === '0' ? { fields: rest, isQuartz: true } : null;
}

/** Parses times at a fixed time of day. */
function parseDays(time: string, [day = '', weekday = '']: readonly string[], isQuartz: boolean): Recurrence | null {
  if (isAny(day) && isAny(weekday)) return { kind: 'daily', time };
  if (isAny(day)) {
    const days = parseWeekdays(weekday, isQuartz);
    if (days === null) return null;
    if (days.length === daysInWeek) return { kind: 'daily', time };
    return isWorkWeek(days) ? { kind: 'weekdays', time } : { kind: 'weekly', days, time };
  }
  if (!isAny(weekday)) return null;
  const number = day.toUpperCase() === 'L' ? 'last' : parseNumber(day, 1, maxDay);
  return number === null ? null : { kind: 'monthly', day: number, time };
}

/** Returns the recurrence of a cron expression; null: the builder cannot express it. */
export function parseRecurrence(expression: string): Recurrence | null {
  const split = splitFields(expression);
  if (split === null) return null;
  const [minuteField = '', hourField = '', day = '', month = '', weekday = ''] = split.fields;
  if (!isAny(month)) return null;
  const minute = parseNumber(minuteField, 0, 59);
  const hour = parseNumber(hourField, 0, 23);
  if (minute !== null && hour !== null)
    return parseDays(`${twoDigits(hour)}:${twoDigits(minute)}`, [day, weekday], split.isQuartz);
  if (!(isAny(day) && isAny(weekday))) return null;
  const minutes = parseStep(minuteField, minuteSteps);
  if (isAny(hourField)) {
    if (minute !== null) return { kind: 'hours', every: 1, minute };
    return minutes === null ? null : { kind: 'minutes', every: minutes };
  }
  const hours = parseStep(hourField, hourSteps);
  return minute === null || hours === null ? null : { kind: 'hours', every: hours, minute };
}

/** Returns the minute and hour of a time of day. An empty field is midnight. */
function fieldsOf(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${minute} ${hour}`;
}

/** Returns the cron expression of a recurrence, with five fields. */
export function formatRecurrence(recurrence: Recurrence): string {
  switch (recurrence.kind) {
    case 'minutes':
      return recurrence.every === 1 ? '* * * * *' : `*/${recurrence.every} * * * *`;
    case 'hours':
      return `${recurrence.minute} ${recurrence.every === 1 ? '*' : `*/${recurrence.every}`} * * *`;
    case 'daily':
      return `${fieldsOf(recurrence.time)} * * *`;
    case 'weekdays':
      return `${fieldsOf(recurrence.time)} * * 1-5`;
    case 'weekly':
      return `${fieldsOf(recurrence.time)} * * ${recurrence.days.join(',')}`;
    case 'monthly':
      return `${fieldsOf(recurrence.time)} ${recurrence.day === 'last' ? 'L' : recurrence.day} * *`;
  }
}
