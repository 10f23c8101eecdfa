import { Conflict, Invalid } from './errors.ts';
import { clip } from './ids.ts';
import type { Release } from './model/release.ts';
import type { Task } from './model/task.ts';
import { tasksOf } from './plan.ts';

/** The most phases of one release. */
const mostPhases = 500;
/** The most tasks of one release, groups included. */
const mostTasks = 5_000;
/** How many groups may stand around a task. */
export const deepestGroups = 20;

/**
 * The plan, grown by what a client brought or had copied, if it may be: no id is given twice, and it
 * is not larger than what stays quick to decide on. Throws Conflict or Invalid.
 */
export function requireSound(release: Release): Release {
  if (release.phases.length > mostPhases) throw new Conflict(`a release has at most ${mostPhases} phases`);
  const tasks = [...tasksOf(release)];
  if (tasks.length > mostTasks) throw new Conflict(`a release has at most ${mostTasks} tasks`);
  if (release.phases.some((phase) => depthOf(phase.tasks) > deepestGroups))
    throw new Invalid(`groups may be nested ${deepestGroups} deep at most`);
  requireUnique(release, tasks);
  return release;
}

const depthOf = (tasks: readonly Task[]): number =>
  tasks.reduce((deepest, task) => (task.tasks.length === 0 ? deepest : Math.max(deepest, 1 + depthOf(task.tasks))), 0);

function requireUnique(release: Release, tasks: readonly Task[]): void {
  const parts = tasks.flatMap(({ definition: { conditions, dependencies, links } }) => [
    ...conditions,
    ...dependencies,
    ...links,
  ]);
  const seen = new Set<string>();
  for (const { id } of [...release.phases, ...tasks, ...parts]) {
    if (seen.has(id)) throw new Conflict(`'${clip(id)}' exists already`);
    seen.add(id);
  }
}
