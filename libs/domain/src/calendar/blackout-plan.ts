import type { Blackout } from '../decision/env.ts';
import type { Instant } from '../model/json.ts';
import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isUnfinished } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { firstFreeStart } from './start-delays.ts';

/** A period in which tasks that respect blackouts do not start: from `startDate` to `endDate`, exclusive. */
export interface Period {
  readonly startDate: Instant;
  readonly endDate: Instant;
}

/** A scheduled start in a blackout, of the release or of a task that would be postponed. */
export interface BlackoutConflict {
  /** The ids from the phase to the task; empty for the release itself. */
  readonly path: readonly string[];
  readonly title: string;
  readonly scheduledStartDate: Instant;
  readonly blackoutId: string;
  /** The first time after the blackouts. */
  readonly firstFree: Instant;
}

/** The blackouts of its folder that affect a release, and their effects. */
export interface BlackoutPlan {
  /** The next 100 current or future blackouts during the release, in order. Overlapping or adjacent ones are merged. */
  readonly periods: readonly Period[];
  readonly conflicts: readonly BlackoutConflict[];
  /**
   * For a planned release, the first time without a blackout, at or after its scheduled start and not in the past. It
   * is the scheduled start if no blackout overlaps it, and null if the release has no date and can start at once.
   */
  readonly firstFree: Instant | null;
}

const maxPeriods = 100;

/** The plan of templates and finished releases. */
export const noBlackoutPlan: BlackoutPlan = { periods: [], conflicts: [], firstFree: null };

const covers = ({ startDate, endDate }: Period, moment: Instant): boolean => startDate <= moment && moment < endDate;

/**
 * Returns the effects of blackouts on a release, by the same rule that postpones its tasks. `estimatedEnd` applies to a
 * release without due date; null if unknown. Otherwise, the result depends on `now` only when a blackout begins or
 * ends, so it can be cached until `nextBoundary`.
 */
export function planBlackouts(
  release: Release,
  blackouts: readonly Blackout[],
  now: Instant,
  estimatedEnd: Instant | null = null,
): BlackoutPlan {
  if (release.archived || !isUnfinished(release.status)) return noBlackoutPlan;
  const upcoming = blackouts
    .filter(({ endDate }) => endDate > now)
    .toSorted((a, b) => a.startDate - b.startDate || (a.id < b.id ? -1 : 1));
  const conflicts = upcoming.length === 0 ? [] : conflictsOf(release, upcoming);
  const hasConflict = (period: Period) =>
    conflicts.some(({ scheduledStartDate }) => covers(period, scheduledStartDate));
  const periods = mergePeriods(upcoming).filter(
    (period) => isWithin(release, period, estimatedEnd) || hasConflict(period),
  );
  return { periods: periods.slice(0, maxPeriods), conflicts, firstFree: firstFree(release, upcoming, now) };
}

/** Returns the next time at which a blackout begins or ends, or null. */
export function nextBoundary(blackouts: readonly Period[], now: Instant): Instant | null {
  let next: Instant | null = null;
  for (const { startDate, endDate } of blackouts) {
    for (const moment of [startDate, endDate]) if (moment > now && (next === null || moment < next)) next = moment;
  }
  return next;
}

function mergePeriods(sorted: readonly Period[]): readonly Period[] {
  const periods: Period[] = [];
  for (const { startDate, endDate } of sorted) {
    const last = periods.at(-1);
    if (last === undefined || startDate > last.endDate) periods.push({ startDate, endDate });
    else periods[periods.length - 1] = { startDate: last.startDate, endDate: Math.max(last.endDate, endDate) };
  }
  return periods;
}

/** Whether a period overlaps the time of a release. */
function isWithin(release: Release, { startDate, endDate }: Period, estimatedEnd: Instant | null): boolean {
  const startsAt = release.startDate ?? release.scheduledStartDate;
  const endsAt = endOf(release, startsAt, estimatedEnd);
  return (startsAt === null || endDate > startsAt) && (endsAt === null || startDate < endsAt);
}

/** Returns the expected end of a release; null if unknown, for example if the due date has passed. */
function endOf(release: Release, startsAt: Instant | null, estimatedEnd: Instant | null): Instant | null {
  const { dueDate, plannedDuration, overdueNotified } = release;
  if (dueDate !== null) return overdueNotified ? null : dueDate;
  const planned = startsAt === null || plannedDuration === null ? null : startsAt + plannedDuration * 1000;
  return planned === null || overdueNotified ? estimatedEnd : planned;
}

function conflictsOf(release: Release, blackouts: readonly Blackout[]): readonly BlackoutConflict[] {
  const conflicts: BlackoutConflict[] = [];
  const addConflict = (path: readonly string[], title: string, scheduledStartDate: Instant | null) => {
    const blackout =
      scheduledStartDate === null ? undefined : blackouts.find((blackout) => covers(blackout, scheduledStartDate));
    if (scheduledStartDate === null || blackout === undefined) return;
    const free = firstFreeStart(scheduledStartDate, blackouts);
    conflicts.push({ path, title, scheduledStartDate, blackoutId: blackout.id, firstFree: free });
  };
  const addConflictsIn = (path: readonly string[], tasks: readonly Task[]) => {
    for (const task of tasks) {
      const own = [...path, task.id];
      if (isPostponable(task))
        addConflict(own, titleOf(task), task.run.postponedUntil ?? task.definition.scheduledStartDate);
      addConflictsIn(own, task.tasks);
    }
  };
  if (release.status === 'PLANNED') addConflict([], release.title, release.scheduledStartDate);
  for (const phase of release.phases) addConflictsIn([phase.id], phase.tasks);
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
  const free = firstFreeStart(from, blackouts);
  return free === from ? scheduledStartDate : free;
}
