import { type Message, message } from '@slipway/domain/messages';
import { type Instant, Invalid } from '@slipway/domain/model';
import {
  type CronExpression,
  type CronField,
  type CronRange,
  type DayTerm,
  describeCron,
  type FieldRule,
  fieldRules,
  type LastDay,
  readCron,
  type Schedule,
  type Timetable,
  valuesOf,
  type WeekdayTerm,
} from '@slipway/domain/triggers';
import { Cron } from 'croner';
import { offsetAt, requireZone } from './zones.ts';

interface Pattern {
  readonly days: string;
  readonly months: CronField;
  readonly years: CronField;
}

const fieldValues = (field: CronField, rule: FieldRule): readonly number[] => {
  const ranges: readonly CronRange[] =
    field === 'every' ? [{ kind: 'range', from: rule.min, to: rule.max, step: null }] : field;
  return [...new Set(ranges.flatMap((range) => valuesOf(range, rule)))].sort((a, b) => a - b);
};

const fieldText = (field: CronField, rule: FieldRule): string =>
  field === 'every' ? '*' : fieldValues(field, rule).join(',');

/**
 * Returns croner patterns that together match the times of an expression. All values are enumerated, because croner has
 * no wrapping ranges and no days before the last. Weekdays are numbered as in Unix, with 0 for Sunday. Returns no
 * pattern if no month has such a day.
 */
function cronPatterns(expression: CronExpression): readonly string[] {
  const { seconds, minutes, hours, weekdays } = expression;
  const time = [
    fieldText(seconds, fieldRules.second),
    fieldText(minutes, fieldRules.minute),
    fieldText(hours, fieldRules.hour),
  ].join(' ');
  const onWeekdays = weekdays === 'every' ? '*' : [...new Set(weekdays.flatMap(weekdayPattern))].join(',');
  return dayPatterns(expression).map(({ days, months, years }) =>
    [time, days, fieldText(months, fieldRules.month), onWeekdays, fieldText(years, fieldRules.year)].join(' '),
  );
}

const weekdayPattern = (term: WeekdayTerm): readonly string[] =>
  term.kind === 'weekdays'
    ? term.weekdays.map(String)
    : [`${term.weekday}${term.nth === 'last' ? 'L' : `#${term.nth}`}`];

function dayPatterns({ days, months, years }: CronExpression): readonly Pattern[] {
  if (days === 'every') return [{ days: '*', months, years }];
  const plainPatterns = days.flatMap(plainDays);
  return [
    ...(plainPatterns.length === 0 ? [] : [{ days: [...new Set(plainPatterns)].join(','), months, years }]),
    ...days.flatMap((term) => (term.kind === 'last' ? lastPatterns(term, months, years) : [])),
  ];
}

function plainDays(term: DayTerm): readonly string[] {
  switch (term.kind) {
    case 'range':
      return valuesOf(term, fieldRules.day).map(String);
    case 'nearest':
      return [`${term.day}W`];
    case 'last':
      return term.before === 0 && !term.nearestWeekday ? ['L'] : [];
  }
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** The number of a day before the last one depends on the length of the month. */
function lastPatterns({ before, nearestWeekday }: LastDay, months: CronField, years: CronField): readonly Pattern[] {
  if (before === 0) return nearestWeekday ? [{ days: 'LW', months, years }] : [];
  const inYears = fieldValues(years, fieldRules.year);
  const lengths = [
    { length: 31, of: [1, 3, 5, 7, 8, 10, 12], years },
    { length: 30, of: [4, 6, 9, 11], years },
    { length: 29, of: [2], years: toCronField(inYears.filter(isLeap)) },
    { length: 28, of: [2], years: toCronField(inYears.filter((year) => !isLeap(year))) },
  ];
  return lengths.flatMap(({ length, of, years: yearField }) => {
    const inMonths = fieldValues(months, fieldRules.month).filter((month) => of.includes(month));
    if (length <= before || inMonths.length === 0 || yearField.length === 0) return [];
    return [
      { days: `${length - before}${nearestWeekday ? 'W' : ''}`, months: toCronField(inMonths), years: yearField },
    ];
  });
}

const toCronField = (yearField: readonly number[]): readonly CronRange[] =>
  yearField.map((value) => ({ kind: 'range', from: value, to: value, step: null }));

/** Ten years. A longer period is probably a wrong unit. */
const maxPeriodSeconds = 315_360_000;

/** A schedule. The intervals of REPEAT are counted from `anchor`, so that they do not drift. */
interface TimedSchedule extends Pick<Schedule, 'pollType' | 'periodicity' | 'timeZone'> {
  readonly anchor: Instant;
}

/**
 * Returns the times of a schedule. REPEAT: intervals in seconds from the anchor, independent of time zones. CRON: an
 * expression of `readCron`, in local time. A time of day is fixed if second, minute and hour have one value each;
 * otherwise, it repeats. When clocks go forward, a skipped fixed time moves to the first time after the gap, and a
 * skipped repeating time is left out. When clocks go back, a fixed time occurs once, at the first of the two times, and
 * a repeating time at both. Throws Invalid.
 */
export function createTimetable({ pollType, periodicity, timeZone, anchor }: TimedSchedule): Timetable {
  requireZone(timeZone);
  switch (pollType) {
    case 'REPEAT':
      return createRepeatTimetable(periodicity, anchor);
    case 'CRON':
      return createCronTimetable(periodicity, timeZone, anchor);
  }
}

function createRepeatTimetable(rawSeconds: string, anchor: Instant): Timetable {
  const seconds = /^\d{1,9}$/.test(rawSeconds.trim()) ? Number(rawSeconds) : 0;
  if (seconds < 1 || seconds > maxPeriodSeconds) {
    const code = /\S\s+\S/.test(rawSeconds) ? 'trigger.cronAsSeconds' : 'trigger.badSeconds';
    throw new Invalid(message(code, { max: maxPeriodSeconds, seconds: rawSeconds }));
  }
  const periodMs = seconds * 1000;
  const periods = (instant: Instant) => Math.floor((instant - anchor) / periodMs);
  return {
    after: (instant) => anchor + (Math.max(0, periods(instant)) + 1) * periodMs,
    upTo: (instant, nth = 1) => {
      const periodNumber = periods(instant) - nth + 1;
      return periodNumber < 1 ? null : anchor + periodNumber * periodMs;
    },
    count: (from, to) => periods(to) - periods(from) + 1,
  };
}

/** The maximum number of counted times of a cron expression. Each time takes 50 µs, in which the process is blocked. */
export const maxCounted = 1_000;

function createCronTimetable(periodicity: string, timezone: string, anchor: Instant): Timetable {
  const crons = cronPatterns(readCron(periodicity)).map(
    (pattern) => new Cron(pattern, { timezone, paused: true, mode: '7-part' }),
  );
  const timetable: Timetable = {
    after: (instant) => {
      const times = crons.flatMap((cron) => cron.nextRun(new Date(instant))?.getTime() ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
    upTo: (instant, nth = 1) => {
      const times = crons.flatMap((cron) => cron.previousRuns(nth, new Date(instant + 1)).map((run) => run.getTime()));
      return [...new Set(times)].sort((a, b) => b - a)[nth - 1] ?? null;
    },
    count: (from, to) => {
      let counted = 0;
      for (let at: Instant | null = from; at !== null && at <= to; at = timetable.after(at))
        if (++counted > maxCounted) return null;
      return counted;
    },
  };
  if (timetable.after(anchor) === null) throw new Invalid(message('trigger.neverOccurs', { periodicity }));
  return timetable;
}

/** Describes a schedule in a phrase: `every 90 seconds`, `at 08:00, on Monday to Friday`. Throws Invalid. */
export const describeSchedule = ({ pollType, periodicity }: Pick<Schedule, 'pollType' | 'periodicity'>): string =>
  pollType === 'CRON' ? describeCron(readCron(periodicity)) : `every ${periodicity.trim()} seconds`;

interface ScheduledTime {
  readonly at: Instant;
  /** the UTC offset of the zone at that time, in minutes */
  readonly offset: number;
  /** the effect of daylight saving on this time, or null */
  readonly daylightSaving: Message | null;
}

/** Returns the next times of a schedule after a time, each with the effect of daylight saving. */
export function listNextTimes(
  timetable: Timetable,
  timeZone: string,
  from: Instant,
  count: number,
): readonly ScheduledTime[] {
  const times: ScheduledTime[] = [];
  let before = from;
  for (let at = timetable.after(from); at !== null && times.length < count; at = timetable.after(at)) {
    const offset = offsetAt(timeZone, at);
    times.push({ at, offset, daylightSaving: daylightSaving(timetable, timeZone, before, at) });
    before = at;
  }
  return times;
}

/** The maximum clock change of a zone, except for moves across the date line. */
const maxShiftMs = 2 * 60 * 60 * 1000;

function daylightSaving(timetable: Timetable, zone: string, before: Instant, at: Instant): Message | null {
  const offset = offsetAt(zone, at);
  const earlier = offsetAt(zone, at - 1);
  if (earlier < offset)
    return message('daylightSaving.skipped', { from: clockTime(earlier, at), to: clockTime(offset, at) });
  const twin = findTwin(zone, at);
  if (twin !== null) {
    const place = twin > at ? 'first' : 'second';
    const code = timetable.upTo(twin) === twin ? (`${place}OfTwo` as const) : (`${place}Only` as const);
    return message(`daylightSaving.${code}`, { time: clockTime(offset, at) });
  }
  const previousOffset = offsetAt(zone, before);
  if (previousOffset === offset) return null;
  return message(previousOffset < offset ? 'daylightSaving.forward' : 'daylightSaving.back');
}

/** When clocks go back, returns the other time with the same local time; otherwise null. */
function findTwin(zone: string, at: Instant): Instant | null {
  const offset = offsetAt(zone, at);
  for (const otherOffset of [offsetAt(zone, at + maxShiftMs), offsetAt(zone, at - maxShiftMs)]) {
    const twin = at + (offset - otherOffset) * 60_000;
    if (otherOffset !== offset && offsetAt(zone, twin) === otherOffset) return twin;
  }
  return null;
}

/** Returns the local time at an offset, such as `02:30`. */
const clockTime = (offset: number, at: Instant): string => new Date(at + offset * 60_000).toISOString().slice(11, 16);
