import { openDependencies } from '../flow/gate-task.ts';
import { approvalsOf } from '../gates/approvals.ts';
import type { Release } from '../model/release.ts';
import type { CategoryCode, Task } from '../model/task.ts';
import { isGateType, isGroupType, taskTypeNamed } from '../model/task-types.ts';
import { awaitedSourceId } from '../webhooks/event-wait.ts';

/**
 * What a release waits for or does at an instant. The first category that applies wins. `paused`: the release is PAUSED;
 * `other`: the rest.
 */
export const categories = [
  'machine',
  'people',
  'dependency',
  'capacity',
  'schedule',
  'failed',
  'paused',
  'other',
] as const;
export type Category = (typeof categories)[number];

/** The stored codes of the categories of tasks, by priority. */
export const categoryCodes = [
  ['m', 'machine'],
  ['p', 'people'],
  ['d', 'dependency'],
  ['c', 'capacity'],
  ['s', 'schedule'],
  ['f', 'failed'],
] as const satisfies readonly (readonly [CategoryCode, Category])[];

/** Returns the category of a gate in progress: it waits for people unless only dependencies are open. */
function gateCategory(release: Pick<Release, 'authorship'>, task: Task): CategoryCode {
  const { definition, run } = task;
  if (definition.conditions.some(({ id }) => !run.checked.includes(id))) return 'p';
  if (definition.approvalRequirements.length > 0 && !approvalsOf(release, task).holds) return 'p';
  return openDependencies(task).length > 0 ? 'd' : 'p';
}

/** Returns the category of a task in progress. A wait for an event has none, because no user or script acts. */
function runningCategory(release: Pick<Release, 'authorship'>, task: Task): CategoryCode {
  const { definition, run } = task;
  if (isGroupType(definition.type)) return '-';
  if (isGateType(definition.type)) return gateCategory(release, task);
  if (run.script !== null || run.mail !== null) return 'm';
  if (run.waitsForCapacity) return 'c';
  return awaitedSourceId(task) === null ? 'p' : '-';
}

/** Returns the category of a task in this state (insights.md, Waiting for people or machines). */
export function categoryOf(release: Pick<Release, 'authorship'>, task: Task): CategoryCode {
  switch (task.run.status) {
    case 'PLANNED':
    case 'COMPLETED_IN_ADVANCE':
    case 'SKIPPED_IN_ADVANCE':
    case 'COMPLETED':
    case 'SKIPPED':
    case 'ABORTED':
    case 'FAILING':
      return '-';
    case 'PENDING':
      return 's';
    case 'WAITING_FOR_INPUT':
      return 'p';
    case 'PRECONDITION_IN_PROGRESS':
    case 'FACET_CHECK_IN_PROGRESS':
    case 'FAILURE_HANDLER_IN_PROGRESS':
    case 'ABORT_SCRIPT_IN_PROGRESS':
      return 'm';
    case 'QUEUED':
    case 'FAILURE_HANDLER_QUEUED':
    case 'ABORT_SCRIPT_QUEUED':
      return 'c';
    case 'FAILED':
      // The tasks of a started group have failed, and are counted themselves.
      return isGroupType(task.definition.type) && task.run.startDate !== null ? '-' : 'f';
    case 'IN_PROGRESS':
      return runningCategory(release, task);
  }
}

/** Returns the category of a task of this type at its start, which is not stored. */
export function startCategoryOf(type: string): CategoryCode {
  switch (taskTypeNamed(type)?.behavior ?? 'script') {
    case 'group':
    case 'event':
      return '-';
    case 'script':
    case 'create':
      return 'c';
    case 'mail':
      return 'm';
    case 'gate':
    case 'manual':
    case 'userInput':
      return 'p';
  }
}
