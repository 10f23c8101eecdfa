import type { DecisionContext } from '../decision/context.ts';
import { type TaskPosition, taskPositionOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { requireRelease, type TaskVerb } from '../plans/guards.ts';
import { behaviorOf } from './behaviors.ts';

/** Returns the position of a task of a release. Throws NotFound; Conflict for a template or an ended release. */
export function requireTaskPosition(release: Release, taskId: string, verb: TaskVerb): TaskPosition {
  requireRelease(release, `${verb}Task`);
  return taskPositionOf(release, taskId);
}

/** Whether users can complete and fail a task now. */
export const isCompletableByUser = (task: Task, { env }: DecisionContext): boolean =>
  task.run.status === 'IN_PROGRESS' && behaviorOf(task, env.automatedTypes).endedByPeople;
