import { behaviorOf } from '../flow/behaviors.ts';
import type { Instant } from '../model/json.ts';
import { titleOf } from '../model/plan.ts';
import type { Task } from '../model/task.ts';
import type { AutomatedTypes } from '../model/task-types.ts';

/**
 * The data for an estimate of the end of a task. `byDefault` collects the ids of tasks with the default duration, and
 * `byExperience` the typical durations of others by task id, in milliseconds.
 */
interface Estimate {
  readonly now: Instant;
  readonly automatedTypes: AutomatedTypes;
  readonly phaseTitle: string;
  readonly typicalDurations?: TypicalDurations;
  readonly byDefault: Set<string>;
  readonly byExperience: Map<string, number>;
}

/** The median durations of the last runs of the tasks of a template, in milliseconds, by `taskKey`. */
export type TypicalDurations = ReadonlyMap<string, number>;

/** Returns the key of a task among all runs of its template. Each release has tasks with ids of its own. */
export const taskKey = (phaseTitle: string, taskTitle: string, type: string): string =>
  JSON.stringify([phaseTitle, taskTitle, type]);

/** The end of the year 9999: the latest time in a response. */
const maxInstant: Instant = 253_402_300_799_999;

/**
 * Returns the estimated end of an open task: its start plus the planned duration, otherwise its due date, otherwise its
 * start plus the typical duration of a manual task, otherwise its start plus the default duration of its type. The end
 * of a started task is never in the past.
 */
export function plannedEnd(estimate: Estimate, task: Task, start: Instant): Instant {
  const { plannedDuration, dueDate } = task.definition;
  const end = Math.min(
    maxInstant,
    start + (plannedDuration === null ? defaultDurationOf(estimate, task, start, dueDate) : plannedDuration * 1000),
  );
  return task.run.startDate === null ? end : Math.max(end, estimate.now);
}

/** Returns the duration in milliseconds of a task without a planned duration. */
function defaultDurationOf(estimate: Estimate, task: Task, start: Instant, dueDate: Instant | null): number {
  if (dueDate !== null && dueDate > start) return dueDate - start;
  const { defaultDurationMs } = behaviorOf(task, estimate.automatedTypes);
  if (defaultDurationMs === 0) return 0;
  const key = taskKey(estimate.phaseTitle, titleOf(task), task.definition.type);
  const typicalDuration = estimate.typicalDurations?.get(key);
  if (typicalDuration === undefined) {
    estimate.byDefault.add(task.id);
    return defaultDurationMs;
  }
  estimate.byExperience.set(task.id, typicalDuration);
  return typicalDuration;
}
