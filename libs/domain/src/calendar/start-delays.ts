import { type DecisionContext, requireData } from '../decision/context.ts';
import type { Blackout } from '../decision/env.ts';
import type { Instant } from '../model/json.ts';
import type { Task } from '../model/task.ts';

/** Why and until when a task may not start. */
export interface StartDelay {
  readonly until: Instant;
  readonly blackout: boolean;
}

/** A postponed task starts this long after its blackout has ended (states.md, activation order). */
const afterBlackoutMs = 60_000;

/** The time that a task waits for: the end of a blackout, else its own date if it waits for that. */
export function earliestStartOf(task: Task): Instant | null {
  const { scheduledStartDate, waitForScheduledStartDate } = task.definition;
  return task.run.postponedUntil ?? (waitForScheduledStartDate ? scheduledStartDate : null);
}

/** Who waits, until when: its date first, then the blackout of this moment (compatibility.md, Flow). */
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
 * One minute after the blackout at this time. Skips a blackout that covers that minute, and one that begins within
 * `durationMs` milliseconds of the start. The blackouts are sorted by start, because this runs for every task and passes
 * over them once.
 */
export function startAfterBlackouts(now: Instant, blackouts: readonly Blackout[], durationMs = 0): Instant {
  // what takes no time starts all the same
  const minDurationMs = Math.max(durationMs, 1);
  let moment = now;
  let end = now;
  for (const { startDate, endDate } of blackouts) {
    if (startDate >= moment + minDurationMs) {
      if (end <= moment) return moment;
      moment = end + afterBlackoutMs;
      if (startDate >= moment + minDurationMs) return moment;
    }
    end = Math.max(end, endDate);
  }
  return end > moment ? end + afterBlackoutMs : moment;
}
