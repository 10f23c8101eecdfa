import type { Instant } from '../model/json.ts';
import type { CatchUp } from './schedule.ts';

/** The scheduled times of a trigger. The caller implements it with calendars and time zones. */
export interface Timetable {
  /** Returns the first scheduled time after a time, or null if there is none. */
  after(moment: Instant): Instant | null;
  /** Returns the last scheduled time at or before a time, or the `nth` last one; null if there is none. */
  upTo(moment: Instant, nth?: number): Instant | null;
  /** Returns the number of scheduled times in a range, both ends inclusive, or null if there are too many to count. */
  count(from: Instant, to: Instant): number | null;
}

/** The result of a check of the schedule. */
export interface DueTimes {
  /** the scheduled time that fires, or null if all due times were missed */
  readonly fires: Instant | null;
  /** the first and last scheduled time that is skipped, or null if none is skipped */
  readonly missed: { readonly from: Instant; readonly to: Instant } | null;
  /** the next due time; in the past if more missed times remain */
  readonly next: Instant | null;
}

/** A scheduled time that is older than this is missed, not late; in milliseconds. */
const graceMs = 60_000;

/** The maximum number of missed times that fire one by one. Older times are skipped. */
export const maxCatchUp = 100;

/**
 * Selects the scheduled time from `due` until now that fires. One check fires at most once. With `all`, the newest
 * `maxCatchUp` times fire one after the other, in order. With `last`, only the newest time fires. With `none`, a time
 * that is more than a minute old does not fire.
 */
export function dueTimes(timetable: Timetable, due: Instant, now: Instant, catchUp: CatchUp): DueTimes {
  if (catchUp === 'all') return nextCatchUp(timetable, due, now);
  const newest = Math.max(due, timetable.upTo(now) ?? due);
  const next = timetable.after(Math.max(now, newest));
  if (catchUp === 'none' && newest < now - graceMs) return { fires: null, missed: { from: due, to: newest }, next };
  if (newest === due) return { fires: due, missed: null, next };
  return { fires: newest, missed: { from: due, to: timetable.upTo(newest - 1) ?? due }, next };
}

function nextCatchUp(timetable: Timetable, due: Instant, now: Instant): DueTimes {
  const next = timetable.after(due);
  const first = next !== null && next <= now ? timetable.upTo(now, maxCatchUp) : null;
  if (first === null || first <= due) return { fires: due, missed: null, next };
  return { fires: first, missed: { from: due, to: timetable.upTo(first, 2) ?? due }, next: timetable.after(first) };
}
