import { clip, cronWords, type Instant, Invalid, readCron, type Schedule, type Timetable } from '@slipway/domain';
import { Cron } from 'croner';
import { cronPatterns } from './cron-patterns.ts';
import { offsetAt, requireZone } from './zones.ts';

/** Ten years: a longer period is a mistaken unit. */
const longestPeriod = 315_360_000;

/** A schedule's times; `anchor` is where the seconds of REPEAT are counted from, so that they never drift. */
export interface TimedSchedule extends Pick<Schedule, 'pollType' | 'periodicity' | 'timeZone'> {
  readonly anchor: Instant;
}

/**
 * The times of a schedule. REPEAT: intervals in seconds from the anchor, independent of time zones. CRON: an
 * expression of `readCron`, in local time. A time of day is fixed if second, minute and hour have one value each;
 * otherwise it repeats. When clocks go forward, a fixed time that is skipped moves to the first time after the gap,
 * and a repeating time is left out. When clocks go back, a fixed time occurs once, at the first of the two times, and
 * a repeating time at both. Throws Invalid.
 */
export function timetableOf({ pollType, periodicity, timeZone, anchor }: TimedSchedule): Timetable {
  requireZone(timeZone);
  switch (pollType) {
    case 'REPEAT':
      return everySeconds(periodicity, anchor);
    case 'CRON':
      return byExpression(periodicity, timeZone, anchor);
  }
}

function everySeconds(written: string, anchor: Instant): Timetable {
  const seconds = /^\d{1,9}$/.test(written.trim()) ? Number(written) : 0;
  if (seconds < 1 || seconds > longestPeriod) {
    const hint = /\S\s+\S/.test(written) ? '; a cron expression takes the pollType CRON' : '';
    throw new Invalid(`periodicity: expected whole seconds from 1 to ${longestPeriod}, got '${clip(written)}'${hint}`);
  }
  const periodMs = seconds * 1000;
  const periods = (moment: Instant) => Math.floor((moment - anchor) / periodMs);
  return {
    after: (moment) => anchor + (Math.max(0, periods(moment)) + 1) * periodMs,
    upTo: (moment, nth = 1) => {
      const whole = periods(moment) - nth + 1;
      return whole < 1 ? null : anchor + whole * periodMs;
    },
    count: (from, to) => periods(to) - periods(from) + 1,
  };
}

/** The maximum number of counted times of a cron expression: a step takes 50 µs and blocks the process. */
export const mostCounted = 1_000;

function byExpression(periodicity: string, timezone: string, anchor: Instant): Timetable {
  const crons = cronPatterns(readCron(periodicity)).map(
    (pattern) => new Cron(pattern, { timezone, paused: true, mode: '7-part' }),
  );
  const timetable: Timetable = {
    after: (moment) => {
      const times = crons.flatMap((cron) => cron.nextRun(new Date(moment))?.getTime() ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
    upTo: (moment, nth = 1) => {
      const times = crons.flatMap((cron) => cron.previousRuns(nth, new Date(moment + 1)).map((run) => run.getTime()));
      return [...new Set(times)].sort((a, b) => b - a)[nth - 1] ?? null;
    },
    count: (from, to) => {
      let counted = 0;
      for (let at: Instant | null = from; at !== null && at <= to; at = timetable.after(at))
        if (++counted > mostCounted) return null;
      return counted;
    },
  };
  if (timetable.after(anchor) === null)
    throw new Invalid(`periodicity: '${clip(periodicity)}' does not occur after the start of the schedule`);
  return timetable;
}

/** Describes a schedule in words: `every 90 seconds`, `at 08:00, on Monday to Friday`. Throws Invalid. */
export const scheduleWords = ({ pollType, periodicity }: Pick<Schedule, 'pollType' | 'periodicity'>): string =>
  pollType === 'CRON' ? cronWords(readCron(periodicity)) : `every ${periodicity.trim()} seconds`;

export interface ScheduledTime {
  readonly at: Instant;
  /** minutes east of Greenwich in the zone at that time */
  readonly offset: number;
  /** what daylight saving does to it, or null */
  readonly daylightSaving: string | null;
}

/** The next times of a schedule after a moment, and what daylight saving does to each. */
export function nextTimes(
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

/** No zone shifts its clocks by more at once, day-line changes aside. */
const longestShiftMs = 2 * 60 * 60 * 1000;

function daylightSaving(timetable: Timetable, zone: string, before: Instant, at: Instant): string | null {
  const offset = offsetAt(zone, at);
  const earlier = offsetAt(zone, at - 1);
  if (earlier < offset)
    return `clocks go forward at this moment, from ${clock(earlier, at)} to ${clock(offset, at)}: a fixed time between the two comes now, repeating ones are left out`;
  const twin = twinOf(zone, at);
  if (twin !== null) {
    const fires = timetable.upTo(twin) === twin;
    const which = twin > at ? ['first', 'second'] : ['second', 'first'];
    return `clocks go back, and ${clock(offset, at)} comes twice: this is the ${which[0]} of the two, and the ${which[1]} fires ${fires ? 'too' : 'not'}`;
  }
  const old = offsetAt(zone, before);
  if (old === offset) return null;
  return `clocks have gone ${old < offset ? 'forward' : 'back'} since the time before`;
}

/** The other moment at which the clocks of a zone show the same, where they go back. */
function twinOf(zone: string, at: Instant): Instant | null {
  const offset = offsetAt(zone, at);
  for (const other of [offsetAt(zone, at + longestShiftMs), offsetAt(zone, at - longestShiftMs)]) {
    const twin = at + (offset - other) * 60_000;
    if (other !== offset && offsetAt(zone, twin) === other) return twin;
  }
  return null;
}

/** What clocks with an offset show, as `02:30`. */
const clock = (offset: number, at: Instant): string => new Date(at + offset * 60_000).toISOString().slice(11, 16);
