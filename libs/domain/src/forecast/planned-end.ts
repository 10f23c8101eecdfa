import { behaviorOf } from '../flow/behaviors.ts';
import type { Instant } from '../model/json.ts';
import type { Task } from '../model/task.ts';
import type { AutomatedTypes } from '../model/task-types.ts';

/** What the end of a task is estimated by; `byDefault` collects the ids of tasks with the default duration. */
interface Estimate {
  readonly now: Instant;
  readonly automatedTypes: AutomatedTypes;
  readonly byDefault: Set<string>;
}

/** The end of the year 9999: the last moment that answers can show. */
const maxInstant: Instant = 253_402_300_799_999;

/**
 * The estimated end of an open task: after its planned duration, else at its due date, else after the default duration of its
 * type. Never in the past.
 */
export function plannedEnd(estimate: Estimate, task: Task, start: Instant): Instant {
  const { plannedDuration, dueDate } = task.definition;
  const end = Math.min(
    maxInstant,
    start + (plannedDuration === null ? defaultDurationOf(estimate, task, start, dueDate) : plannedDuration * 1000),
  );
  return task.run.startDate === null ? end : Math.max(end, estimate.now);
}

/** How long a task without planned duration takes. */
function defaultDurationOf(estimate: Estimate, task: Task, start: Instant, dueDate: Instant | null): number {
  if (dueDate !== null && dueDate > start) return dueDate - start;
  const { defaultDurationMs } = behaviorOf(task, estimate.automatedTypes);
  if (defaultDurationMs > 0) estimate.byDefault.add(task.id);
  return defaultDurationMs;
}
