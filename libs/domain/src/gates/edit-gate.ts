import { requireData } from '../decision/context.ts';
import { changeDescription } from '../decision/describe-changes.ts';
import type { CommandHandlers, CommandOf, FactOf } from '../decision/handlers.ts';
import { log, logTask, taskEntry } from '../decision/log.ts';
import type { LogEntry } from '../decision/outcome.ts';
import { type OutcomeDraft, withRelease, withReplacedTask, withRun } from '../decision/outcome-draft.ts';
import type { GateCommand } from '../decision/plan-commands.ts';
import { targetId } from '../ids/ids.ts';
import { message } from '../messages/message.ts';
import { Conflict, clip, Invalid, NotFound } from '../model/errors.ts';
import type { Condition, Dependency } from '../model/own-fields.ts';
import { keysIn, soleKey } from '../model/placeholders.ts';
import { mapPlan, namedTask, taskOf, taskPositionOf, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';
import { chosenId, deriveFields, retarget } from '../plans/build.ts';
import { withEdits } from '../plans/edit.ts';
import { editableTaskPosition, requireOpen, taskStateConflict } from '../plans/guards.ts';
import { requirePartLimit } from '../plans/validate.ts';
import { valuesOf } from '../variables/values.ts';
import { ownState } from './gate.ts';

export const gateHandlers: CommandHandlers<GateCommand['type']> = {
  addCondition,
  updateCondition,
  deleteCondition,
  addDependency,
  deleteDependency,
};

function requireGate(before: OutcomeDraft, taskId: string, verb: string): Task {
  const { task } = editableTaskPosition(before, taskId, verb);
  if (task.definition.type !== gateType) throw new Invalid(message('gate.notAGate', { task: namedTask(task) }));
  return task;
}

/** The list with one more at this position, or at its end. */
const insertAt = <T>(list: readonly T[], part: T, position = list.length): readonly T[] =>
  list.toSpliced(position, 0, part);

/** The id that was given to a new part of a gate, or a new one. Throws Conflict where the plan has it already. */
function idOfPart(before: OutcomeDraft, kind: 'GateCondition' | 'Dependency', rawId: string | undefined): string {
  const id = chosenId(kind, rawId, before.context.env);
  for (const { definition } of tasksOf(before.release)) {
    const parts = [...definition.conditions, ...definition.dependencies];
    if (parts.some((part) => part.id === id)) throw new Conflict(message('id.exists', { id }));
  }
  return id;
}

/** Adds a condition to a gate. Throws Invalid, Conflict, NotFound. */
function addCondition(
  before: OutcomeDraft,
  { taskId, id, title, checked, position }: CommandOf['addCondition'],
): OutcomeDraft {
  const task = requireGate(before, taskId, 'add a condition to');
  const condition = { id: idOfPart(before, 'GateCondition', id), title };
  const withCondition = withEdits(task, { conditions: insertAt(task.definition.conditions, condition, position) });
  requirePartLimit(withCondition);
  const run = checked
    ? { ...withCondition.run, checked: [...withCondition.run.checked, condition.id] }
    : withCondition.run;
  const logged = logTask(before, 'GATE_CONDITION_CREATED', task, `Created condition '${clip(title)}' on`);
  return withReplacedTask(logged, { ...withCondition, run });
}

interface LocatedCondition {
  readonly task: Task;
  readonly condition: Condition;
}

function findCondition(release: Release, conditionId: string): LocatedCondition {
  for (const task of tasksOf(release)) {
    const condition = task.definition.conditions.find(({ id }) => id === conditionId);
    if (condition) return { task, condition };
  }
  throw new NotFound(`there is no condition '${clip(conditionId)}' in release '${release.id}'`);
}

/**
 * Ticks, unticks, renames or moves a condition; quiet when nothing differs. A lock allows ticking only. Throws Conflict,
 * NotFound.
 */
function updateCondition(before: OutcomeDraft, command: CommandOf['updateCondition']): OutcomeDraft {
  const { conditionId, checked } = command;
  const { release } = before;
  requireOpen(release, 'change a condition');
  const { task, condition } = findCondition(release, conditionId);
  const conditions = conditionsAfter(task.definition.conditions, condition, command);
  const changesPlan = conditions !== task.definition.conditions;
  const isTicked = task.run.checked.includes(conditionId);
  const changesCheck = checked !== undefined && checked !== isTicked;
  if (!changesPlan && !changesCheck) return before;
  if (isEnded(task.run.status)) throw taskStateConflict('change a condition of', task);
  if (changesPlan) editableTaskPosition(before, task.id, 'change a condition of');
  const { title = condition.title } = command;
  const position = (list: readonly Condition[]) => list.findIndex(({ id }) => id === conditionId) + 1;
  const detail = changeDescription(
    before.context,
    { title: condition.title, position: position(task.definition.conditions) },
    { title, position: position(conditions) },
  );
  const logged = () => logTask(before, 'GATE_CONDITION_UPDATED', task, `Changed condition '${clip(title)}' of`, detail);
  const planned = changesPlan ? withReplacedTask(logged(), withEdits(task, { conditions })) : before;
  return changesCheck ? setConditionChecked(planned, task.id, conditionId, checked) : planned;
}

/** The conditions of a gate with one of them renamed or moved; the same list when nothing differs. */
function conditionsAfter(
  conditions: readonly Condition[],
  condition: Condition,
  { title = condition.title, position }: CommandOf['updateCondition'],
): readonly Condition[] {
  const index = conditions.indexOf(condition);
  const newIndex = Math.min(position ?? index, conditions.length - 1);
  if (title === condition.title && newIndex === index) return conditions;
  return insertAt(conditions.toSpliced(index, 1), { ...condition, title }, newIndex);
}

function setConditionChecked(
  before: OutcomeDraft,
  taskId: string,
  conditionId: string,
  checked: boolean,
): OutcomeDraft {
  const task = taskOf(before.release, taskId);
  const logged = logTask(
    before,
    checked ? 'GATE_CONDITION_FULFILLED' : 'GATE_CONDITION_UNFULFILLED',
    task,
    checked ? 'Fulfilled a condition of' : 'Unfulfilled a condition of',
  );
  const others = task.run.checked.filter((id) => id !== conditionId);
  return withRun(logged, task, { checked: checked ? [...others, conditionId] : others });
}

/** Deletes a condition. Throws Conflict, NotFound. */
function deleteCondition(before: OutcomeDraft, { conditionId }: CommandOf['deleteCondition']): OutcomeDraft {
  const task = requireGate(before, findCondition(before.release, conditionId).task.id, 'delete a condition of');
  const next = withEdits(task, { conditions: task.definition.conditions.filter(({ id }) => id !== conditionId) });
  const logged = logTask(before, 'GATE_CONDITION_DELETED', task, 'Deleted a condition of');
  return withRun(logged, next, { checked: next.run.checked.filter((id) => id !== conditionId) });
}

/** Makes a gate wait for a release, phase or task, or for what a `${variable}` will name. Throws Invalid, Conflict, NotFound. */
function addDependency(before: OutcomeDraft, command: CommandOf['addDependency']): OutcomeDraft {
  const { taskId, target: rawTarget } = command;
  const { release, context } = before;
  const task = requireGate(before, taskId, 'add a dependency to');
  const target = soleKey(rawTarget) === null ? requireTarget(before, taskId, rawTarget) : rawTarget.trim();
  if (task.definition.dependencies.some((dependency) => dependency.target === target)) {
    throw new Conflict(message('gate.dependencyExists', { task: namedTask(task), target }));
  }
  const dependency = { id: idOfPart(before, 'Dependency', command.id), target };
  const next = withDependencies(task, insertAt(task.definition.dependencies, dependency, command.position));
  requirePartLimit(next);
  // a gate that runs reads its variables as they were when it started; this one is new to it
  const values = task.run.values && { ...task.run.values, ...valuesOf(release, keysIn(target), context) };
  const logged = logTask(before, 'DEPENDENCY_CREATED', task, `Created a dependency on ${clip(target)} for`);
  return withRun(logged, next, { values });
}

const withDependencies = (task: Task, dependencies: readonly Dependency[]): Task =>
  withEdits(task, { dependencies, ...deriveFields({ dependencies }, task.definition.uses) });

function requireTarget({ release, context }: OutcomeDraft, taskId: string, rawTarget: string): string {
  const target = targetId(rawTarget);
  if (target === null) throw new NotFound(`there is no release, phase or task '${clip(rawTarget)}'`);
  const { phase, groups } = taskPositionOf(release, taskId);
  if ([release.id, phase.id, taskId, ...groups.map(({ id }) => id)].includes(target)) {
    throw new Invalid(message('gate.dependsOnContainer', { taskId, target }));
  }
  const { targets } = context.env.data;
  const state = ownState(release, target) ?? requireData(targets?.get(target), { kind: 'target', id: target });
  if (state === 'missing') throw new NotFound(`there is no release, phase or task '${clip(rawTarget)}'`);
  return target;
}

/** Deletes a dependency. Throws Conflict, NotFound. */
function deleteDependency(before: OutcomeDraft, { dependencyId }: CommandOf['deleteDependency']): OutcomeDraft {
  const { release } = before;
  const owner = [...tasksOf(release)].find(({ definition }) =>
    definition.dependencies.some(({ id }) => id === dependencyId),
  );
  if (!owner) throw new NotFound(`there is no dependency '${clip(dependencyId)}' in release '${release.id}'`);
  const task = requireGate(before, owner.id, 'delete a dependency of');
  const next = withDependencies(
    task,
    task.definition.dependencies.filter(({ id }) => id !== dependencyId),
  );
  const observedTargets = Object.fromEntries(
    Object.entries(next.run.observedTargets).filter(([id]) => id !== dependencyId),
  );
  return withRun(logTask(before, 'DEPENDENCY_DELETED', task, 'Deleted a dependency of'), next, { observedTargets });
}

/** Open gates follow what they wait for to the copy that took its place. */
export function followTargets(before: OutcomeDraft, { moves }: FactOf['targetsMoved']): OutcomeDraft {
  const newIds = new Map(moves.map(({ from, to }) => [from, to]));
  const entries: LogEntry[] = [];
  const release = mapPlan(before.release, (task) => {
    const retargetedTask = isEnded(task.run.status) ? task : retarget(task, newIds);
    if (retargetedTask === task) return task;
    entries.push(taskEntry(before.context, 'DEPENDENCY_UPDATED', task, 'A restart moved a dependency of'));
    return retargetedTask;
  });
  return withRelease(log(before, entries), release);
}
