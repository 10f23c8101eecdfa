import type { Instant } from '../model/json.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { CategoryCode } from '../model/task.ts';
import { type Category, categories, categoryCodes } from './categories.ts';
import { categoryHistoryOf } from './category-history.ts';

/** Milliseconds by category. */
export type CategoryTotals = Readonly<Record<Category, number>>;

/** The categories of a release between its start and its end, in milliseconds. */
export interface CategoryTimes {
  /** Each instant belongs to one category, so the sum is the duration of the release. */
  readonly exclusive: CategoryTotals;
  /** The own total of each category, with overlaps. `other` has none. */
  readonly union: CategoryTotals;
}

/** The number of parts that enter (1) or leave (-1) a category at a time. */
interface Step {
  readonly at: Instant;
  readonly category: Category;
  readonly change: 1 | -1;
}

const names: ReadonlyMap<CategoryCode, Category> = new Map(categoryCodes);

/** Adds a part of the release between its start and end. */
function addStep(steps: Step[], category: Category, [from, to]: readonly [Instant, Instant]): void {
  if (from < to) steps.push({ at: from, category, change: 1 }, { at: to, category, change: -1 });
}

function stepsOf(release: Release, start: Instant, end: Instant): readonly Step[] {
  const steps: Step[] = [];
  const clipped = (from: Instant, to: Instant) => [Math.max(from, start), Math.min(to, end)] as const;
  for (const task of tasksOf(release)) {
    const history = categoryHistoryOf(task);
    for (const [index, [code, at]] of history.entries()) {
      const category = names.get(code);
      if (category !== undefined) addStep(steps, category, clipped(at, history[index + 1]?.[1] ?? end));
    }
  }
  for (const [index, pausedAt] of release.pauses.entries()) {
    if (index % 2 === 0) addStep(steps, 'paused', clipped(pausedAt, release.pauses[index + 1] ?? end));
  }
  return steps.toSorted((a, b) => a.at - b.at);
}

const noTimes = (): Record<Category, number> => ({
  machine: 0,
  people: 0,
  dependency: 0,
  capacity: 0,
  schedule: 0,
  failed: 0,
  paused: 0,
  other: 0,
});

/** Returns the times of a release in each category; null if it has not started and ended. */
export function categoryTimesOf(release: Release): CategoryTimes | null {
  const { startDate, endDate } = release;
  if (startDate === null || endDate === null) return null;
  const [exclusive, union, counts] = [noTimes(), noTimes(), noTimes()];
  let last = startDate;
  const addUntil = (now: Instant): void => {
    const active = categories.filter((category) => counts[category] > 0);
    exclusive[active[0] ?? 'other'] += now - last;
    for (const category of active) union[category] += now - last;
    last = now;
  };
  for (const { at, category, change } of stepsOf(release, startDate, endDate)) {
    if (at > last) addUntil(at);
    counts[category] += change;
  }
  if (endDate > last) addUntil(endDate);
  return { exclusive, union };
}
