import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { message } from '../messages/message.ts';
import { Conflict, Invalid, NotFound } from '../model/errors.ts';
import type { Condition, Dependency } from '../model/own-fields.ts';
import { namedTask, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';
import { chosenId, deriveFields } from '../plans/build.ts';
import { withEdits } from '../plans/edit.ts';
import { editableTaskPosition, type TaskVerb } from '../plans/guards.ts';

/** Returns a gate that the caller may edit. Throws Conflict, Invalid, NotFound. */
export function requireGate(before: OutcomeDraft, taskId: string, verb: TaskVerb): Task {
  const { task } = editableTaskPosition(before, taskId, verb);
  if (task.definition.type !== gateType) throw new Invalid(message('gate.notAGate', { task: namedTask(task) }));
  return task;
}

/** Inserts an item at this position, by default at the end. */
export const insertAt = <T>(list: readonly T[], part: T, position = list.length): readonly T[] =>
  list.toSpliced(position, 0, part);

/** Returns the id for a new part of a gate: a well-formed `rawId` or a new id. Throws Conflict for an id in use. */
export function idOfPart(
  before: OutcomeDraft,
  kind: 'GateCondition' | 'Dependency',
  rawId: string | undefined,
): string {
  const id = chosenId(kind, rawId, before.context.env);
  for (const { definition } of tasksOf(before.release)) {
    const parts = [...definition.conditions, ...definition.dependencies];
    if (parts.some((part) => part.id === id)) throw new Conflict(message('id.exists', { id }));
  }
  return id;
}

interface LocatedCondition {
  readonly task: Task;
  readonly condition: Condition;
}

/** Returns a condition with its gate. Throws NotFound. */
export function findCondition(release: Release, conditionId: string): LocatedCondition {
  for (const task of tasksOf(release)) {
    const condition = task.definition.conditions.find(({ id }) => id === conditionId);
    if (condition) return { task, condition };
  }
  throw new NotFound(message('notFound.conditionInRelease', { id: conditionId, releaseId: release.id }));
}

export const withDependencies = (task: Task, dependencies: readonly Dependency[]): Task =>
  withEdits(task, { dependencies, ...deriveFields({ dependencies }, task.definition.uses) });
