import { type DecisionContext, known } from '../decision/context.ts';
import type { Blackout } from '../decision/env.ts';
import type { Instant } from '../model/json.ts';
import type { Task } from '../model/task.ts';

/** Why and until when a task may not start. */
export interface Hold {
  readonly until: Instant;
  readonly blackout: boolean;
}

/** A postponed task starts this long after its blackout has ended (states.md, activation order). */
const afterBlackoutMs = 60_000;

/** The moment for which a task waits: what a blackout imposed, else its own date if it waits for that. */
export function startOf(task: Task): Instant | null {
  const { scheduledStartDate, waitForScheduledStartDate } = task.definition;
  return task.run.postponedUntil ?? (waitForScheduledStartDate ? scheduledStartDate : null);
}

/** Who waits, until when: its date first, then the blackout of this moment (decisions.md, Flow). */
export function holdOf(task: Task, context: DecisionContext): Hold | null {
  const { now } = context.env;
  const start = startOf(task);
  if (start !== null && start > now) return { until: start, blackout: false };
  return blackoutHold(task, context);
}

function blackoutHold(task: Task, { env: { now, world } }: DecisionContext): Hold | null {
  if (!task.definition.delayDuringBlackout) return null;
  const until = afterBlackouts(now, known(world.blackouts, { kind: 'blackouts' }));
  return until === now ? null : { until, blackout: true };
}

/** Whether a blackout keeps a task from starting now, or has postponed it: then a right of its own is asked for. */
export const isUnderBlackout = (task: Task, context: DecisionContext): boolean =>
  task.run.postponedUntil !== null || blackoutHold(task, context) !== null;

/**
 * One minute after the blackout of this moment; a blackout that covers that minute is waited for as well, and so is one
 * that begins before what starts then is over, if it takes so many milliseconds. Blackouts in order of their start: it is
 * asked for every task, and goes over them once.
 */
export function afterBlackouts(now: Instant, blackouts: readonly Blackout[], takesMs = 0): Instant {
  // what takes no time starts all the same
  const takes = Math.max(takesMs, 1);
  let moment = now;
  let end = now;
  for (const { startDate, endDate } of blackouts) {
    if (startDate >= moment + takes) {
      if (end <= moment) return moment;
      moment = end + afterBlackoutMs;
      if (startDate >= moment + takes) return moment;
    }
    end = Math.max(end, endDate);
  }
  return end > moment ? end + afterBlackoutMs : moment;
}
