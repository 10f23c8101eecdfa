import { t } from '../../../navigation/text.ts';
import { conditionInWords } from '../events/operators.ts';
import { parseRecurrence, type Recurrence } from './recurrence.ts';

/** The names of the weekdays, from Sunday. */
export const weekdays: readonly string[] = [
  t('Sunday'),
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
];
const monthNames = [
  t('Jan'),
  t('Feb'),
  t('Mar'),
  t('Apr'),
  t('May'),
  t('Jun'),
  t('Jul'),
  t('Aug'),
  t('Sep'),
  t('Oct'),
  t('Nov'),
  t('Dec'),
];

const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d{1,2}$/.test(text);
const timeFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** Returns a time of day, such as `02:00`, in the format of the user's language. */
function clockText(time: string): string {
  const [hour, minute] = time.split(':').map(Number);
  return timeFormat.format(Date.UTC(2000, 0, 1, hour, minute));
}

const listFormat = new Intl.ListFormat(undefined, { type: 'conjunction' });

const weekdaysInWords = (days: readonly number[]): string =>
  listFormat.format(days.map((day) => weekdays[day] ?? String(day)));

/** Returns a recurrence in words. */
function recurrenceInWords(recurrence: Recurrence): string {
  switch (recurrence.kind) {
    case 'minutes':
      return recurrence.every === 1 ? t('Every minute') : t`Every ${recurrence.every} min`;
    case 'hours':
      return recurrence.every === 1
        ? t`Every hour at minute ${recurrence.minute}`
        : t`Every ${recurrence.every} h at minute ${recurrence.minute}`;
    case 'daily':
      return t`Every day at ${clockText(recurrence.time)}`;
    case 'weekdays':
      return t`Every weekday at ${clockText(recurrence.time)}`;
    case 'weekly':
      return t`Every ${weekdaysInWords(recurrence.days)} at ${clockText(recurrence.time)}`;
    case 'monthly':
      return recurrence.day === 'last'
        ? t`Every month on the last day at ${clockText(recurrence.time)}`
        : t`Every month on day ${recurrence.day} at ${clockText(recurrence.time)}`;
  }
}

/** Returns a cron expression for one day of the year in words; null for other expressions. */
function yearlyInWords(expression: string): string | null {
  const [minute, hour, day, month = '', weekday = '', ...rest] = expression.trim().split(/\s+/);
  const name = isNumber(month) ? monthNames[Number(month) - 1] : undefined;
  if (!(isNumber(minute) && isNumber(hour) && isNumber(day)) || name === undefined) return null;
  if (!(weekday === '*' || weekday === '?') || rest.length > 0) return null;
  return t`Every year on ${name} ${Number(day)} at ${clockText(`${hour}:${minute}`)}`;
}

/** Returns a cron expression in words; null: it has no short description. */
export function cronInWords(expression: string): string | null {
  const recurrence = parseRecurrence(expression);
  return recurrence === null ? yearlyInWords(expression) : recurrenceInWords(recurrence);
}

const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** Returns the largest unit, in seconds, that divides an interval. */
export const unitOf = (seconds: number): number =>
  units.find(([size]) => seconds >= size && seconds % size === 0)?.[0] ?? 1;

/** Returns an interval in words, in its largest whole unit. */
export function intervalInWords(seconds: number): string {
  const length = unitOf(seconds);
  const unit = units.find(([size]) => size === length)?.[1] ?? 's';
  return t`Every ${seconds / length} ${unit}`;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the events of a trigger in words, with all conditions of their filter. */
export function eventsInWords(filter: unknown): string {
  if (!isObject(filter)) return t('On each event');
  if (!Array.isArray(filter.expressions)) return t('On events that its script accepts');
  const conditions = filter.expressions.filter(isObject).map(conditionInWords);
  return conditions.length === 0 ? t('On each event') : t`On events where ${listFormat.format(conditions)}`;
}

/** Returns the time when a trigger fires or polls next; undefined: unknown. */
export const nextFireDate = ({ nextFireDate: date }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof date === 'string' && date !== '' ? date : undefined;

/** The schedule or event of a trigger. */
export interface Description {
  readonly words: string;
  /** The cron expression, if the words describe one. */
  readonly expression?: string;
}

/** Returns when a trigger runs, in words. A cron expression without a short description stays as it is. */
export function describeTrigger(trigger: Readonly<Record<string, unknown>>): Description {
  const { pollType, periodicity, timeZone, eventFilter } = trigger;
  if (typeof periodicity !== 'string') return { words: eventsInWords(eventFilter) };
  if (pollType !== 'CRON') return { words: intervalInWords(Number(periodicity)) };
  const words = cronInWords(periodicity) ?? t`Cron ${periodicity}`;
  const isOtherZone =
    typeof timeZone === 'string' && timeZone !== '' && timeZone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { words: isOtherZone ? `${words} (${timeZone})` : words, expression: periodicity };
}
