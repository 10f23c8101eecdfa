import type { Instant } from '../model/json.ts';
import { mapTasks } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isClosed, isEnded, isOver, isReached } from '../model/status.ts';
import type { CategoryChange, CategoryCode, Task } from '../model/task.ts';
import { categoryOf, startCategoryOf } from './categories.ts';

/**
 * Returns all changes of the category of a task, in their order. Its type determines the category at its start, and no
 * category applies after its end. Other changes are stored.
 */
export function categoryHistoryOf({ definition, run }: Task): readonly CategoryChange[] {
  const { startDate, endDate, status, categories } = run;
  const changes = [...categories];
  if (startDate !== null && !categories.some(([, at]) => at === startDate)) {
    const later = categories.findIndex(([, at]) => at > startDate);
    changes.splice(later < 0 ? changes.length : later, 0, [startCategoryOf(definition.type), startDate]);
  }
  if (isEnded(status) && endDate !== null) changes.push(['-', endDate]);
  return changes;
}

/** Returns the category of a reached task that follows from its stored changes. */
const lastCategoryOf = (task: Task): CategoryCode => categoryHistoryOf(task).at(-1)?.[0] ?? '-';

/** Returns the task with its category at this time. Returns the same task if the category follows from its state. */
function withCategory(release: Release, task: Task, now: Instant): Task {
  if (!isReached(task.run.status)) return task;
  const category = categoryOf(release, task);
  if (category === lastCategoryOf(task)) return task;
  return { ...task, run: { ...task.run, categories: [...task.run.categories, [category, now]] } };
}

/** Returns the times at which the release was paused, resumed and so on. The end of a release ends its last pause. */
function pausesOf({ status, pauses }: Release, now: Instant): readonly Instant[] {
  if (isOver(status) || (status === 'PAUSED') === (pauses.length % 2 === 1)) return pauses;
  return [...pauses, now];
}

/**
 * Records the categories of the tasks after a decision, the pauses of the release, and whether it has failed. The
 * records are part of rows that the save writes anyway. Returns the same release if no category changes.
 */
export function recordCategories(release: Release, now: Instant): Release {
  const hasFailed = release.hasFailed || release.status === 'FAILING' || release.status === 'FAILED';
  const pauses = pausesOf(release, now);
  let phases = release.phases;
  for (const [index, phase] of release.phases.entries()) {
    if (phase.status === 'PLANNED' || isClosed(phase.status)) continue;
    const tasks = mapTasks(phase.tasks, (task) => withCategory(release, task, now));
    if (tasks !== phase.tasks) phases = phases.with(index, { ...phase, tasks });
  }
  if (hasFailed === release.hasFailed && pauses === release.pauses && phases === release.phases) return release;
  return { ...release, hasFailed, pauses, phases };
}
