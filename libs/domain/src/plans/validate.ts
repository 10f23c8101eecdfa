import type { DecisionContext } from '../decision/context.ts';
import { message } from '../messages/message.ts';
import { Conflict, Invalid } from '../model/errors.ts';
import { maxParts, maxPhases, maxTasks, maxVariables } from '../model/limits.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import type { Variable } from '../model/variable.ts';

/** The maximum number of nested groups around a task. */
export const maxGroupDepth = 20;

/**
 * Returns the plan if its ids are unique and its size is within the limits. The limits keep decisions fast. Throws
 * Conflict or Invalid.
 */
export function validatePlan(release: Release): Release {
  if (release.phases.length > maxPhases) throw new Conflict(message('limit.phases', { max: maxPhases }));
  const tasks = [...tasksOf(release)];
  if (tasks.length > maxTasks) throw new Conflict(message('limit.tasks', { max: maxTasks }));
  if (release.phases.some((phase) => depthOf(phase.tasks) > maxGroupDepth))
    throw new Invalid(message('limit.groupDepth', { max: maxGroupDepth }));
  for (const task of tasks) requirePartLimit(task);
  requireVariableLimit(release.variables);
  requireUniqueIds(release, tasks);
  return release;
}

/**
 * Validates the plan, except during a plan edit with many changes, which is validated once after the last change.
 * Otherwise each of thousands of changes would read thousands of tasks. Throws Conflict or Invalid.
 */
export const validateUnlessPlanEdit = (release: Release, { isPlanEdit }: DecisionContext): Release =>
  isPlanEdit ? release : validatePlan(release);

/** Throws Conflict if a task has too many conditions, dependencies or links: each step of a plan reads all of them. */
export function requirePartLimit({ definition: { conditions, dependencies, links } }: Task): void {
  if (conditions.length > maxParts) throw new Conflict(message('limit.conditions', { max: maxParts }));
  if (dependencies.length > maxParts) throw new Conflict(message('limit.dependencies', { max: maxParts }));
  if (links.length > maxParts) throw new Conflict(message('limit.links', { max: maxParts }));
}

/** Throws Conflict for more than the maximum number of variables of an object. */
export function requireVariableLimit(variables: readonly Variable[]): void {
  if (variables.length > maxVariables) throw new Conflict(message('limit.variables', { max: maxVariables }));
}

const depthOf = (tasks: readonly Task[]): number =>
  tasks.reduce((deepest, task) => (task.tasks.length === 0 ? deepest : Math.max(deepest, 1 + depthOf(task.tasks))), 0);

function requireUniqueIds(release: Release, tasks: readonly Task[]): void {
  const parts = tasks.flatMap(({ definition: { conditions, dependencies, links } }) => [
    ...conditions,
    ...dependencies,
    ...links,
  ]);
  const seen = new Set<string>();
  for (const { id } of [...release.phases, ...tasks, ...parts]) {
    if (seen.has(id)) throw new Conflict(message('id.exists', { id }));
    seen.add(id);
  }
}
