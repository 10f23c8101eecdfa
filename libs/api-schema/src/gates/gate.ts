import type { Condition, Dependency, TaskRun } from '@slipway/domain/model';
import { z } from 'zod';
import { fullId, joinIds, type RenderContext } from '../format/render-context.ts';
import { flag, optional, ownType } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';
import { lastSegment } from '../variables/variable-request.ts';

/** A condition of a gate (rest-operations.md, gate conditions). */
export const conditionResponse = z
  .object({ id: z.string(), type: ownType('GateCondition'), title: z.string(), checked: z.boolean() })
  .meta({ id: 'GateCondition' });
export type ConditionResponse = z.output<typeof conditionResponse>;

/** A new condition, or the changes of a condition. */
export const conditionBody = z
  .object({ title: optional(z.string()), checked: optional(flag) })
  .meta({ id: 'GateConditionRequest' });
export type ConditionBody = z.output<typeof conditionBody>;

/** A dependency of a gate (rest-operations.md, gate dependencies). `target` is the target's id. */
export const dependencyResponse = z
  .object({
    id: z.string(),
    type: ownType('Dependency'),
    gateTask: z.string(),
    target: z.string(),
    targetId: z.string(),
    archivedTargetId: z.string().optional(),
    archivedTargetTitle: z.string().optional(),
    archivedAsResolved: z.boolean(),
  })
  .meta({ id: 'Dependency' });
export type DependencyResponse = z.output<typeof dependencyResponse>;

export function showCondition(
  condition: Condition,
  taskId: string,
  run: TaskRun,
  show: RenderContext,
): z.output<typeof conditionResponse> {
  return {
    id: joinIds(taskId, condition.id),
    type: showType('GateCondition', show.prefix),
    title: condition.title,
    checked: run.checked.includes(condition.id),
  };
}

export function showDependency(
  dependency: Dependency,
  taskId: string,
  show: RenderContext,
): z.output<typeof dependencyResponse> {
  const target = dependency.target.includes('${') ? dependency.target : fullId(dependency.target, show);
  const archived = show.archived?.get(dependency.target);
  return {
    id: joinIds(taskId, dependency.id),
    type: showType('Dependency', show.prefix),
    gateTask: taskId,
    target,
    targetId: target,
    archivedTargetId: archived === undefined ? undefined : target,
    archivedTargetTitle: archived?.title,
    archivedAsResolved: archived?.resolved ?? false,
  };
}

/** Returns the stored form of a gate's target in a request: the last segment of an id, or a `${variable}`. */
export const targetOf = (rawTarget: string): string =>
  rawTarget.includes('${') ? rawTarget.trim() : lastSegment(rawTarget);
