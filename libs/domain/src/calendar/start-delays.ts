import { type DecisionContext, requireData } from '../decision/context.ts';
import type { Blackout } from '../decision/env.ts';
import type { Instant } from '../model/json.ts';
import type { Task } from '../model/task.ts';

/** The earliest start of a delayed task, and whether a blackout causes the delay. */
export interface StartDelay {
  readonly until: Instant;
  readonly blackout: boolean;
}

/** The delay in milliseconds between the end of a blackout and the start of a task (states.md, activation order). */
const afterBlackoutMs = 60_000;

/** Returns the end of a postponement by a blackout, otherwise the scheduled start if the task waits for it. */
export function earliestStartOf(task: Task): Instant | null {
  const { scheduledStartDate, waitForScheduledStartDate } = task.definition;
  return task.run.postponedUntil ?? (waitForScheduledStartDate ? scheduledStartDate : null);
}

/** Returns the delay of a task: its scheduled start first, then a current blackout (compatibility.md, Flow). */
export function startDelayOf(task: Task, context: DecisionContext): StartDelay | null {
  const { now } = context.env;
  const start = earliestStartOf(task);
  if (start !== null && start > now) return { until: start, blackout: false };
  return blackoutDelay(task, context);
}

function blackoutDelay(task: Task, { env: { now, data } }: DecisionContext): StartDelay | null {
  if (!task.definition.delayDuringBlackout) return null;
  const until = startAfterBlackouts(now, requireData(data.blackouts, { kind: 'blackouts' }));
  return until === now ? null : { until, blackout: true };
}

/** Whether a blackout blocks or has postponed the start of a task. Starting it then requires a separate permission. */
export const isUnderBlackout = (task: Task, context: DecisionContext): boolean =>
  task.run.postponedUntil !== null || blackoutDelay(task, context) !== null;

/**
 * Returns the start of a task that blackouts delay: `now`, or one minute after a blackout. The blackouts must be sorted
 * by start: this runs for every task and reads them once.
 */
export const startAfterBlackouts = (now: Instant, blackouts: readonly Blackout[]): Instant =>
  startOutside(blackouts, { from: now, durationMs: 0, gapMs: afterBlackoutMs });

/**
 * Returns the first time from a time on with enough time outside blackouts, in milliseconds. It can be the end of a
 * blackout, because no task is delayed at that time. The blackouts must be sorted by start.
 */
export const firstFreeStart = (from: Instant, blackouts: readonly Blackout[], durationMs = 0): Instant =>
  startOutside(blackouts, { from, durationMs, gapMs: 0 });

interface WantedStart {
  readonly from: Instant;
  readonly durationMs: number;
  /** The time between the end of a blackout and the start, in milliseconds. */
  readonly gapMs: number;
}

/** Returns the first start that is not in a blackout, or within a duration before one. */
function startOutside(blackouts: readonly Blackout[], { from, durationMs, gapMs }: WantedStart): Instant {
  // A duration of zero counts as one millisecond, because the start itself must not be in a blackout.
  const minDurationMs = Math.max(durationMs, 1);
  let moment = from;
  let end = from;
  for (const { startDate, endDate } of blackouts) {
    if (startDate >= moment + minDurationMs) {
      if (end <= moment) return moment;
      moment = end + gapMs;
      if (startDate >= moment + minDurationMs) return moment;
    }
    end = Math.max(end, endDate);
  }
  return end > moment ? end + gapMs : moment;
}
