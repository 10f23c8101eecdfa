import { t } from '../../../navigation/text.ts';

const weekdays = [t('Sunday'), t('Monday'), t('Tuesday'), t('Wednesday'), t('Thursday'), t('Friday'), t('Saturday')];
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
const isAny = (text: string | undefined): boolean => text === '*' || text === '?';
const twoDigits = (text: string): string => text.padStart(2, '0');

/** Returns the days of a cron expression in words; null: they have no short description. */
function daysInWords(day: string, month: string, weekday: string): string | null {
  if (isAny(day) && isAny(month)) {
    if (isAny(weekday)) return t('Every day');
    if (weekday === '1-5' || weekday.toUpperCase() === 'MON-FRI') return t('Every weekday');
    const byName = weekdays.find((name) => name.slice(0, 3).toUpperCase() === weekday.toUpperCase());
    const name = isNumber(weekday) ? weekdays[Number(weekday) % 7] : byName;
    return name === undefined ? null : t`Every ${name}`;
  }
  if (!isNumber(day) || !isAny(weekday)) return null;
  if (isAny(month)) return t`Every month on day ${Number(day)}`;
  const name = isNumber(month) ? monthNames[Number(month) - 1] : undefined;
  return name === undefined ? null : t`Every year on ${name} ${Number(day)}`;
}

/**
 * Returns the five fields of a cron expression. Quartz has a field for seconds before them, and counts weekdays from 1,
 * so weekdays are not described there.
 */
function fiveFields(expression: string): readonly string[] | null {
  const fields = expression.trim().split(/\s+/);
  if (fields.length === 5) return fields;
  return fields.length >= 6 && fields[0] === '0' && isAny(fields[5]) ? fields.slice(1, 6) : null;
}

/** Returns a cron expression in words; null: it has no short description. */
export function cronInWords(expression: string): string | null {
  const [minute, hour, day = '', month = '', weekday = ''] = fiveFields(expression) ?? [];
  const step = /^(?:\*|0)\/(\d{1,2})$/;
  const isEachDay = isAny(day) && isAny(month) && isAny(weekday);
  if (isEachDay && minute !== undefined && isAny(hour) && step.test(minute))
    return t`Every ${step.exec(minute)?.[1]} min`;
  if (isEachDay && isNumber(minute) && isAny(hour)) return t`Every hour at minute ${Number(minute)}`;
  if (!isNumber(minute) || !isNumber(hour)) return null;
  const days = daysInWords(day, month, weekday);
  return days === null ? null : t`${days} at ${twoDigits(hour)}:${twoDigits(minute)}`;
}

const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** Returns an interval in words, in its largest whole unit. */
export function intervalInWords(seconds: number): string {
  const [length, unit] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, 's'];
  return t`Every ${seconds / length} ${unit}`;
}

const operators: Readonly<Record<string, string>> = {
  EQUALS: t('is'),
  NOT_EQUALS: t('is not'),
  CONTAINS: t('contains'),
};

/** The maximum number of conditions in a description. */
const maxConditions = 2;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the events of a trigger in words, with the first conditions of their filter. */
export function eventsInWords(filter: unknown): string {
  if (!isObject(filter)) return t('On each event');
  if (!Array.isArray(filter.expressions)) return t('On events that its script accepts');
  const conditions = filter.expressions
    .filter(isObject)
    .map(
      ({ path, operator, value }) =>
        `${path} ${operators[String(operator)] ?? String(operator).toLowerCase()} ${value}`,
    );
  const more = conditions.length > maxConditions ? ', …' : '';
  return conditions.length === 0
    ? t('On each event')
    : t`On events where ${conditions.slice(0, maxConditions).join(t(' and '))}${more}`;
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
