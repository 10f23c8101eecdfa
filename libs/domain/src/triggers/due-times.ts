import type { Instant } from '../model/json.ts';
import type { CatchUp } from './schedule.ts';

/** The times at which something fires; calendars and zones are the outside's. */
export interface Timetable {
  /** the first time strictly after a moment, or null when none comes */
  after(moment: Instant): Instant | null;
  /** the last time at a moment or before it, or with `nth` 2 the one before that, and so on; null when there was none */
  upTo(moment: Instant, nth?: number): Instant | null;
  /** how many there are from one of them to another, both included; null when they are too many to be counted */
  count(from: Instant, to: Instant): number | null;
}

/** The due times, and the next one. */
export interface DueTimes {
  /** the scheduled time to fire for, or null when all that was due was missed */
  readonly fires: Instant | null;
  /** the first and last of the scheduled times that are passed over, or null when none is */
  readonly missed: { readonly from: Instant; readonly to: Instant } | null;
  /** the scheduled time that is due next; in the past while there is more to catch up with */
  readonly next: Instant | null;
}

/** What comes later than this after its time was missed, and is not merely late; in milliseconds. */
const graceMs = 60_000;

/** How many times are caught up with one by one; older ones are left out, however long nothing ran. */
export const maxCatchUp = 100;

/**
 * Selects the time from `due` until now that fires. One check fires at most once. With `all`, the newest times fire
 * one after the other, in order. With `last`, the newest fires for all. With `none`, a time that is more than a minute
 * old does not fire.
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
