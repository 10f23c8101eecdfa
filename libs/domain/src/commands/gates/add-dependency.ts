import { type DecisionContext, requireData } from '../../decision/context.ts';
import { logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRun } from '../../decision/outcome-draft.ts';
import { ownState } from '../../gates/gate.ts';
import { idOfPart, insertAt, requireGate, withDependencies } from '../../gates/gate-parts.ts';
import { onGate } from '../../gates/guarded-parts.ts';
import { targetId } from '../../ids/ids.ts';
import { message } from '../../messages/message.ts';
import { Conflict, clip, Invalid, NotFound } from '../../model/errors.ts';
import { keysIn, soleKey } from '../../model/placeholders.ts';
import { namedTask, taskPositionOf } from '../../model/plan.ts';
import type { TargetState } from '../../model/task.ts';
import { neededToEditTask } from '../../people/needed-permissions.ts';
import { ownId } from '../../plans/claim-ids.ts';
import { requirePartLimit } from '../../plans/validate.ts';
import { valuesOf } from '../../variables/values.ts';
import type { EditDefinition } from '../definition/definition.ts';

/** A well-formed id of the client is used as the id of the dependency. Positions start at 0; the default is the end. */
export interface AddDependency {
  readonly type: 'addDependency';
  readonly taskId: string;
  readonly id?: string;
  /** the last segment of an id, or a `${variable}` */
  readonly target: string;
  readonly position?: number;
}

export const addDependency: EditDefinition<AddDependency> = {
  permission: neededToEditTask,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: onGate,
  ids: null,
  secrets: null,
  inPlan: {
    ids: {
      list: ownId,
      claim: (edit, { assign, translate }) => ({ ...assign(edit), target: translate(edit.target) }),
    },
    requireData: requireEditData,
    newPart: null,
  },
  handle,
};

function requireEditData({ release, context }: OutcomeDraft, { target }: AddDependency): void {
  const id = soleKey(target) === null ? targetId(target) : null;
  if (id !== null) ownState(release, id) ?? requireTargetState(id, context);
}

/**
 * Adds a dependency of a gate on a release, phase or task, or on the target in a `${variable}`. Throws Invalid,
 * Conflict, NotFound.
 */
function handle(before: OutcomeDraft, command: AddDependency): OutcomeDraft {
  const { taskId, target: rawTarget } = command;
  const { release, context } = before;
  const task = requireGate(before, taskId, 'addDependencyTo');
  const target = soleKey(rawTarget) === null ? requireTarget(before, taskId, rawTarget) : rawTarget.trim();
  if (task.definition.dependencies.some((dependency) => dependency.target === target)) {
    throw new Conflict(message('gate.dependencyExists', { task: namedTask(task), target }));
  }
  const dependency = { id: idOfPart(before, 'Dependency', command.id), target };
  const next = withDependencies(task, insertAt(task.definition.dependencies, dependency, command.position));
  requirePartLimit(next);
  // A running gate uses the variable values from its start. Variables of a new dependency are resolved now.
  const values = task.run.values && { ...task.run.values, ...valuesOf(release, keysIn(target), context) };
  const logged = logTask(before, 'DEPENDENCY_CREATED', task, (subject) =>
    message('activity.dependencyCreated', { ...subject, target: clip(target) }),
  );
  return withRun(logged, next, { values });
}

function requireTarget({ release, context }: OutcomeDraft, taskId: string, rawTarget: string): string {
  const target = targetId(rawTarget);
  if (target === null) throw new NotFound(message('notFound.flowNode', { id: rawTarget }));
  const { phase, groups } = taskPositionOf(release, taskId);
  if ([release.id, phase.id, taskId, ...groups.map(({ id }) => id)].includes(target)) {
    throw new Invalid(message('gate.dependsOnContainer', { taskId, target }));
  }
  const state = ownState(release, target) ?? requireTargetState(target, context);
  if (state === 'missing') throw new NotFound(message('notFound.flowNode', { id: rawTarget }));
  return target;
}

const requireTargetState = (id: string, { env }: DecisionContext): TargetState =>
  requireData(env.data.targets?.get(id), { kind: 'target', id });
