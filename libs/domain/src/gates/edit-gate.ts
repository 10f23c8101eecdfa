import { known } from '../decision/context.ts';
import { changesInWords } from '../decision/describe-changes.ts';
import type { CommandHandlers, CommandOf, FactOf } from '../decision/handlers.ts';
import { log, logTask, taskEntry } from '../decision/log.ts';
import type { Entry } from '../decision/outcome.ts';
import type { GateCommand } from '../decision/plan-commands.ts';
import { type Progress, putRelease, putRun, putTask } from '../decision/progress.ts';
import { targetId } from '../ids/ids.ts';
import { Conflict, clip, Invalid, NotFound } from '../model/errors.ts';
import type { Condition, Dependency } from '../model/own-fields.ts';
import { keysIn, soleKey } from '../model/placeholders.ts';
import { mapPlan, placeOf, taskOf, tasksOf, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';
import { chosenId, derivedFields, retargeted } from '../plans/build.ts';
import { edited } from '../plans/edit.ts';
import { cannot, editable, requireOpen } from '../plans/guards.ts';
import { requireFewParts } from '../plans/validate.ts';
import { valuesOf } from '../variables/values.ts';
import { ownState } from './gate.ts';

export const gateHandlers: CommandHandlers<GateCommand['type']> = {
  addCondition,
  updateCondition,
  deleteCondition,
  addDependency,
  deleteDependency,
};

function gate(before: Progress, taskId: string, verb: string): Task {
  const { task } = editable(before, taskId, verb);
  if (task.definition.type !== gateType) throw new Invalid(`task '${clip(titleOf(task))}' (${taskId}) is no gate`);
  return task;
}

/** The list with one more at this position, or at its end. */
const placed = <T>(list: readonly T[], part: T, position = list.length): readonly T[] =>
  list.toSpliced(position, 0, part);

/** The id that was given to a new part of a gate, or a new one. Throws Conflict where the plan has it already. */
function idOfPart(before: Progress, kind: 'GateCondition' | 'Dependency', given: string | undefined): string {
  const id = chosenId(kind, given, before.context.env);
  for (const { definition } of tasksOf(before.release)) {
    const parts = [...definition.conditions, ...definition.dependencies];
    if (parts.some((part) => part.id === id)) throw new Conflict(`'${clip(id)}' exists already`);
  }
  return id;
}

/** Adds a condition to a gate. Throws Invalid, Conflict, NotFound. */
function addCondition(before: Progress, { taskId, id, title, checked, position }: CommandOf['addCondition']): Progress {
  const task = gate(before, taskId, 'add a condition to');
  const condition = { id: idOfPart(before, 'GateCondition', id), title };
  const grown = edited(task, { conditions: placed(task.definition.conditions, condition, position) });
  requireFewParts(grown);
  const run = checked ? { ...grown.run, checked: [...grown.run.checked, condition.id] } : grown.run;
  const logged = logTask(before, 'GATE_CONDITION_CREATED', task, `Created condition '${clip(title)}' on`);
  return putTask(logged, { ...grown, run });
}

interface ConditionPlace {
  readonly task: Task;
  readonly condition: Condition;
}

function placeOfCondition(release: Release, conditionId: string): ConditionPlace {
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
function updateCondition(before: Progress, command: CommandOf['updateCondition']): Progress {
  const { conditionId, checked } = command;
  const { release } = before;
  requireOpen(release, 'change a condition');
  const { task, condition } = placeOfCondition(release, conditionId);
  const conditions = conditionsAfter(task.definition.conditions, condition, command);
  const plans = conditions !== task.definition.conditions;
  const isTicked = task.run.checked.includes(conditionId);
  const ticks = checked !== undefined && checked !== isTicked;
  if (!plans && !ticks) return before;
  if (isEnded(task.run.status)) throw cannot('change a condition of', task);
  if (plans) editable(before, task.id, 'change a condition of');
  const { title = condition.title } = command;
  const position = (list: readonly Condition[]) => list.findIndex(({ id }) => id === conditionId) + 1;
  const detail = changesInWords(
    before.context,
    { title: condition.title, position: position(task.definition.conditions) },
    { title, position: position(conditions) },
  );
  const logged = () => logTask(before, 'GATE_CONDITION_UPDATED', task, `Changed condition '${clip(title)}' of`, detail);
  const planned = plans ? putTask(logged(), edited(task, { conditions })) : before;
  return ticks ? ticked(planned, task.id, conditionId, checked) : planned;
}

/** The conditions of a gate with one of them renamed or moved; the same list when nothing differs. */
function conditionsAfter(
  conditions: readonly Condition[],
  condition: Condition,
  { title = condition.title, position }: CommandOf['updateCondition'],
): readonly Condition[] {
  const index = conditions.indexOf(condition);
  const slot = Math.min(position ?? index, conditions.length - 1);
  if (title === condition.title && slot === index) return conditions;
  return placed(conditions.toSpliced(index, 1), { ...condition, title }, slot);
}

function ticked(before: Progress, taskId: string, conditionId: string, checked: boolean): Progress {
  const task = taskOf(before.release, taskId);
  const logged = logTask(
    before,
    checked ? 'GATE_CONDITION_FULFILLED' : 'GATE_CONDITION_UNFULFILLED',
    task,
    checked ? 'Fulfilled a condition of' : 'Unfulfilled a condition of',
  );
  const others = task.run.checked.filter((id) => id !== conditionId);
  return putRun(logged, task, { checked: checked ? [...others, conditionId] : others });
}

/** Deletes a condition. Throws Conflict, NotFound. */
function deleteCondition(before: Progress, { conditionId }: CommandOf['deleteCondition']): Progress {
  const task = gate(before, placeOfCondition(before.release, conditionId).task.id, 'delete a condition of');
  const next = edited(task, { conditions: task.definition.conditions.filter(({ id }) => id !== conditionId) });
  const logged = logTask(before, 'GATE_CONDITION_DELETED', task, 'Deleted a condition of');
  return putRun(logged, next, { checked: next.run.checked.filter((id) => id !== conditionId) });
}

/** Makes a gate wait for a release, phase or task, or for what a `${variable}` will name. Throws Invalid, Conflict, NotFound. */
function addDependency(before: Progress, command: CommandOf['addDependency']): Progress {
  const { taskId, target: written } = command;
  const { release, context } = before;
  const task = gate(before, taskId, 'add a dependency to');
  const target = soleKey(written) === null ? existing(before, taskId, written) : written.trim();
  if (task.definition.dependencies.some((dependency) => dependency.target === target)) {
    throw new Conflict(`gate '${clip(titleOf(task))}' (${taskId}) waits for '${clip(target)}' already`);
  }
  const dependency = { id: idOfPart(before, 'Dependency', command.id), target };
  const next = waitingFor(task, placed(task.definition.dependencies, dependency, command.position));
  requireFewParts(next);
  // a gate that runs reads its variables as they were when it started; this one is new to it
  const values = task.run.values && { ...task.run.values, ...valuesOf(release, keysIn(target), context) };
  const logged = logTask(before, 'DEPENDENCY_CREATED', task, `Created a dependency on ${clip(target)} for`);
  return putRun(logged, next, { values });
}

const waitingFor = (task: Task, dependencies: readonly Dependency[]): Task =>
  edited(task, { dependencies, ...derivedFields({ dependencies }, task.definition.uses) });

function existing({ release, context }: Progress, taskId: string, written: string): string {
  const target = targetId(written);
  if (target === null) throw new NotFound(`there is no release, phase or task '${clip(written)}'`);
  const { phase, groups } = placeOf(release, taskId);
  if ([release.id, phase.id, taskId, ...groups.map(({ id }) => id)].includes(target)) {
    throw new Invalid(`gate '${taskId}' cannot wait for '${target}', which contains it`);
  }
  const { targets } = context.env.world;
  const state = ownState(release, target) ?? known(targets?.get(target), { kind: 'target', id: target });
  if (state === 'missing') throw new NotFound(`there is no release, phase or task '${clip(written)}'`);
  return target;
}

/** Deletes a dependency. Throws Conflict, NotFound. */
function deleteDependency(before: Progress, { dependencyId }: CommandOf['deleteDependency']): Progress {
  const { release } = before;
  const owner = [...tasksOf(release)].find(({ definition }) =>
    definition.dependencies.some(({ id }) => id === dependencyId),
  );
  if (!owner) throw new NotFound(`there is no dependency '${clip(dependencyId)}' in release '${release.id}'`);
  const task = gate(before, owner.id, 'delete a dependency of');
  const next = waitingFor(
    task,
    task.definition.dependencies.filter(({ id }) => id !== dependencyId),
  );
  const observedTargets = Object.fromEntries(
    Object.entries(next.run.observedTargets).filter(([id]) => id !== dependencyId),
  );
  return putRun(logTask(before, 'DEPENDENCY_DELETED', task, 'Deleted a dependency of'), next, { observedTargets });
}

/** Open gates follow what they wait for to the copy that took its place. */
export function followTargets(before: Progress, { moves }: FactOf['targetsMoved']): Progress {
  const places = new Map(moves.map(({ from, to }) => [from, to]));
  const entries: Entry[] = [];
  const release = mapPlan(before.release, (task) => {
    const moved = isEnded(task.run.status) ? task : retargeted(task, places);
    if (moved === task) return task;
    entries.push(taskEntry(before.context, 'DEPENDENCY_UPDATED', task, 'A restart moved a dependency of'));
    return moved;
  });
  return putRelease(log(before, entries), release);
}
