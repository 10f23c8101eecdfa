import { message } from '../../messages/message.ts';
import { clip, explainInvalid, Invalid } from '../../model/errors.ts';
import { type DayTerm, readDays, readWeekdays, type WeekdayTerm } from './days.ts';
import { type CronField, fieldRules, readField } from './fields.ts';

const maxLength = 200;

/** A parsed cron expression. If both days of the month and weekdays are limited, a day matches if either matches. */
export interface CronExpression {
  readonly seconds: CronField;
  readonly minutes: CronField;
  readonly hours: CronField;
  readonly days: 'every' | readonly DayTerm[];
  readonly months: CronField;
  readonly weekdays: 'every' | readonly WeekdayTerm[];
  readonly years: CronField;
}

/**
 * Parses a cron expression. Five fields follow Unix: minute, hour, day of the month, month, weekday (0 or 7 is Sunday).
 * Six and seven fields follow Quartz: second, minute, hour, day of the month, month, weekday (1 is Sunday), year.
 * Unlike in Quartz, `*` is allowed instead of `?`, and a field can start with an increment. Throws Invalid.
 */
export function readCron(periodicity: string): CronExpression {
  const fields = periodicity.trim().toUpperCase().split(/\s+/);
  if (periodicity.length > maxLength || fields.length < 5 || fields.length > 7)
    throw new Invalid(message('trigger.badCron', { periodicity }));
  return explainInvalid(`periodicity: '${clip(periodicity)}' is not a cron expression`, () =>
    fields.length === 5 ? readUnix(fields) : readQuartz(fields),
  );
}

function readUnix([
  minutes = '',
  hours = '',
  days = '',
  months = '',
  weekdays = '',
]: readonly string[]): CronExpression {
  // ? is read as *, because other schedulers allow it in each field
  const every = (text: string) => (text === '?' ? '*' : text);
  return {
    seconds: [{ kind: 'range', from: 0, to: 0, step: null }],
    minutes: readField(every(minutes), fieldRules.minute),
    hours: readField(every(hours), fieldRules.hour),
    days: readDays(days),
    months: readField(every(months), fieldRules.month),
    weekdays: readWeekdays(weekdays, 'unix'),
    years: 'every',
  };
}

function readQuartz(fields: readonly string[]): CronExpression {
  const [seconds = '', minutes = '', hours = '', days = '', months = '', weekdays = '', years = '*'] = fields;
  const expression: CronExpression = {
    seconds: readField(seconds, fieldRules.second),
    minutes: readField(minutes, fieldRules.minute),
    hours: readField(hours, fieldRules.hour),
    days: readDays(days),
    months: readField(months, fieldRules.month),
    weekdays: readWeekdays(weekdays, 'quartz'),
    years: readField(years, fieldRules.year),
  };
  if (expression.days !== 'every' && expression.weekdays !== 'every') throw new Invalid(message('cron.dayAndWeekday'));
  return expression;
}
