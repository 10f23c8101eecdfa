import type { Blackout } from '../decision/env.ts';
import type { Instant } from '../model/json.ts';
import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isUnfinished } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { afterBlackouts } from './holds.ts';

/** A time in which tasks that mind blackouts do not start: from `startDate` until before `endDate`. */
export interface Period {
  readonly startDate: Instant;
  readonly endDate: Instant;
}

/** Something that is scheduled to start in a blackout: the release itself, or a task that would be postponed. */
export interface BlackoutConflict {
  /** ids from the phase to the task; empty for the release itself */
  readonly path: readonly string[];
  readonly title: string;
  readonly scheduledStartDate: Instant;
  readonly blackoutId: string;
  /** the first moment after that at which no blackout is in its way */
  readonly firstFree: Instant;
}

/** Which blackouts of its folder affect a release, and how. */
export interface BlackoutPlan {
  /** those that are not over and touch its time, merged where they overlap or touch, in order; the next 100 of them */
  readonly periods: readonly Period[];
  readonly conflicts: readonly BlackoutConflict[];
  /**
   * Of a planned release: the first time without a blackout, from its scheduled start on and not in the past. It is
   * the scheduled start if no blackout overlaps it, and null if the release has no date and can start at once.
   */
  readonly firstFree: Instant | null;
}

const mostPeriods = 100;

/** Of what is not going to run: templates, and releases that are over. */
export const noBlackoutPlan: BlackoutPlan = { periods: [], conflicts: [], firstFree: null };

const covers = ({ startDate, endDate }: Period, moment: Instant): boolean => startDate <= moment && moment < endDate;

/**
 * Returns how blackouts affect a release, by the same rule that postpones its tasks. `estimatedEnd` is used for a release
 * without due date; null where it is unknown. Apart from that the result does not depend on `now` between two moments at
 * which a blackout begins or ends, so it can be cached until `nextBoundary`.
 */
export function planAround(
  release: Release,
  blackouts: readonly Blackout[],
  now: Instant,
  estimatedEnd: Instant | null = null,
): BlackoutPlan {
  if (release.archived || !isUnfinished(release.status)) return noBlackoutPlan;
  const ahead = blackouts
    .filter(({ endDate }) => endDate > now)
    .toSorted((one, other) => one.startDate - other.startDate || (one.id < other.id ? -1 : 1));
  const conflicts = ahead.length === 0 ? [] : conflictsOf(release, ahead);
  const isMet = (period: Period) => conflicts.some(({ scheduledStartDate }) => covers(period, scheduledStartDate));
  const periods = merged(ahead).filter((period) => isWithin(release, period, estimatedEnd) || isMet(period));
  return { periods: periods.slice(0, mostPeriods), conflicts, firstFree: firstFree(release, ahead, now) };
}

/** The next time at which a blackout begins or ends, or null. */
export function nextBoundary(blackouts: readonly Period[], now: Instant): Instant | null {
  let next: Instant | null = null;
  for (const { startDate, endDate } of blackouts) {
    for (const moment of [startDate, endDate]) if (moment > now && (next === null || moment < next)) next = moment;
  }
  return next;
}

function merged(sorted: readonly Period[]): readonly Period[] {
  const periods: Period[] = [];
  for (const { startDate, endDate } of sorted) {
    const last = periods.at(-1);
    if (last === undefined || startDate > last.endDate) periods.push({ startDate, endDate });
    else periods[periods.length - 1] = { startDate: last.startDate, endDate: Math.max(last.endDate, endDate) };
  }
  return periods;
}

/** Whether a period touches the time of a release. */
function isWithin(release: Release, { startDate, endDate }: Period, estimatedEnd: Instant | null): boolean {
  const begins = release.startDate ?? release.scheduledStartDate;
  const ends = endOf(release, begins, estimatedEnd);
  return (begins === null || endDate > begins) && (ends === null || startDate < ends);
}

/** When a release ends, as far as it is known; the end of a release that is past its due date is not. */
function endOf(release: Release, begins: Instant | null, estimatedEnd: Instant | null): Instant | null {
  const { dueDate, plannedDuration, overdueNotified } = release;
  if (dueDate !== null) return overdueNotified ? null : dueDate;
  const planned = begins === null || plannedDuration === null ? null : begins + plannedDuration * 1000;
  return planned === null || overdueNotified ? estimatedEnd : planned;
}

function conflictsOf(release: Release, blackouts: readonly Blackout[]): readonly BlackoutConflict[] {
  const conflicts: BlackoutConflict[] = [];
  const look = (path: readonly string[], title: string, scheduledStartDate: Instant | null) => {
    const blackout =
      scheduledStartDate === null ? undefined : blackouts.find((each) => covers(each, scheduledStartDate));
    if (scheduledStartDate === null || blackout === undefined) return;
    const free = afterBlackouts(scheduledStartDate, blackouts);
    conflicts.push({ path, title, scheduledStartDate, blackoutId: blackout.id, firstFree: free });
  };
  const lookIn = (path: readonly string[], tasks: readonly Task[]) => {
    for (const task of tasks) {
      const own = [...path, task.id];
      if (isPostponable(task)) look(own, titleOf(task), task.run.postponedUntil ?? task.definition.scheduledStartDate);
      lookIn(own, task.tasks);
    }
  };
  if (release.status === 'PLANNED') look([], release.title, release.scheduledStartDate);
  for (const phase of release.phases) lookIn([phase.id], phase.tasks);
  return conflicts;
}

const isPostponable = ({ definition, run }: Task): boolean =>
  definition.delayDuringBlackout && (run.status === 'PLANNED' || run.status === 'PENDING');

function firstFree(
  { status, scheduledStartDate }: Release,
  blackouts: readonly Blackout[],
  now: Instant,
): Instant | null {
  if (status !== 'PLANNED') return null;
  const from = Math.max(scheduledStartDate ?? now, now);
  const free = afterBlackouts(from, blackouts);
  return free === from ? scheduledStartDate : free;
}
