import { clip, type Instant, Invalid, type Schedule, type Timetable } from '@slipway/domain';
import { Cron } from 'croner';
import { offsetAt, requireZone } from './zones.ts';

/** Ten years: a longer period is a mistaken unit. */
const longestPeriod = 315_360_000;
const longestExpression = 200;

/** A schedule's times; `anchor` is where the seconds of REPEAT are counted from, so that they never drift. */
export interface TimedSchedule extends Pick<Schedule, 'pollType' | 'periodicity' | 'timeZone'> {
  readonly anchor: Instant;
}

/**
 * The times of a schedule. REPEAT: every so many seconds from the anchor, which zones do not change. CRON: minute,
 * hour, day, month and weekday (0 or 7 is Sunday), with or without seconds before them, in local time. When clocks go
 * forward, a fixed time that is skipped comes at the first moment after the gap, and a repeating one (with `*`, `/`, `-`
 * or `,` in its minutes or hours) comes only at times that there are; when they go back, a fixed time comes once, at
 * the first of the two, and a repeating one at both. Throws Invalid.
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

/** So many times of a cron expression are counted: a step takes 50 µs, and nothing else happens meanwhile. */
export const mostCounted = 1_000;

function byExpression(written: string, timeZone: string, anchor: Instant): Timetable {
  const cron = cronOf(written, timeZone);
  const timetable: Timetable = {
    after: (moment) => cron.nextRun(new Date(moment))?.getTime() ?? null,
    upTo: (moment, nth = 1) => cron.previousRuns(nth, new Date(moment + 1))[nth - 1]?.getTime() ?? null,
    count: (from, to) => {
      let counted = 0;
      for (let at: Instant | null = from; at !== null && at <= to; at = timetable.after(at))
        if (++counted > mostCounted) return null;
      return counted;
    },
  };
  if (timetable.after(anchor) === null) throw new Invalid(`periodicity: '${clip(written)}' names no time that comes`);
  return timetable;
}

function cronOf(written: string, timezone: string): Cron {
  const fields = written.trim().split(/\s+/).length;
  if (written.length > longestExpression || fields < 5 || fields > 6)
    throw new Invalid(`periodicity: expected a cron expression of five or six fields, got '${clip(written)}'`);
  try {
    return new Cron(written.trim(), { timezone, paused: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : 'it cannot be read';
    throw new Invalid(`periodicity: '${clip(written)}' is no cron expression: ${clip(reason)}`);
  }
}

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
