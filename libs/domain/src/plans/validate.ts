import type { DecisionContext } from '../decision/context.ts';
import { message } from '../messages/message.ts';
import { Conflict, Invalid } from '../model/errors.ts';
import { maxParts, maxPhases, maxTasks, maxVariables } from '../model/limits.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import type { Variable } from '../model/variable.ts';

/** How many groups may stand around a task. */
export const maxGroupDepth = 20;

/**
 * The plan, after a client has added to it: no id is given twice, and it is not larger than what stays
 * quick to decide on. Throws Conflict or Invalid.
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

/** The same, but for one of many edits: of thousands, each would look at thousands of tasks. Throws Conflict or Invalid. */
export const validateUnlessPlanEdit = (release: Release, { isPlanEdit: isOneOfMany }: DecisionContext): Release =>
  isOneOfMany ? release : validatePlan(release);

/** Throws Conflict where a task has more conditions, dependencies or links than each step of a plan can go over. */
export function requirePartLimit({ definition: { conditions, dependencies, links } }: Task): void {
  if (conditions.length > maxParts) throw new Conflict(message('limit.conditions', { max: maxParts }));
  if (dependencies.length > maxParts) throw new Conflict(message('limit.dependencies', { max: maxParts }));
  if (links.length > maxParts) throw new Conflict(message('limit.links', { max: maxParts }));
}

/** Throws Conflict for more variables than there may be in one place. */
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
