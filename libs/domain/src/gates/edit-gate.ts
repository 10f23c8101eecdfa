import type { Move } from '../decision/inputs.ts';
import { known, logTask, type Turn } from '../decision/turn.ts';
import { targetId } from '../ids/ids.ts';
import { Conflict, clip, Invalid, NotFound } from '../model/errors.ts';
import type { Dependency } from '../model/own-fields.ts';
import { keysIn, soleKey } from '../model/placeholders.ts';
import { mapPlan, placeOf, tasksOf, titleOf, withTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isDefunct } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';
import { derived, following } from '../plans/build.ts';
import { edited } from '../plans/edit.ts';
import { cannot, editable, requireOpen } from '../plans/guards.ts';
import { requireFewParts } from '../plans/validate.ts';
import { valuesOf } from '../variables/variables.ts';
import { ownState } from './gates.ts';

function gate(release: Release, taskId: string, verb: string): Task {
  const { task } = editable(release, taskId, verb);
  if (task.definition.type !== gateType) throw new Invalid(`task '${clip(titleOf(task))}' (${taskId}) is no gate`);
  return task;
}

/** Adds a condition to a gate. Throws Invalid, Conflict, NotFound. */
export function addCondition(release: Release, taskId: string, title: string, checked: boolean, turn: Turn): Release {
  const task = gate(release, taskId, 'add a condition to');
  const condition = { id: turn.env.newId('GateCondition'), title };
  const conditions = [...task.definition.conditions, condition];
  logTask(turn, 'GATE_CONDITION_CREATED', task, `Created condition '${clip(title)}' on`);
  const grown = edited(task, { conditions });
  requireFewParts(grown);
  return withTask(
    release,
    checked ? { ...grown, run: { ...grown.run, checked: [...grown.run.checked, condition.id] } } : grown,
  );
}

function withCondition(release: Release, conditionId: string): Task {
  for (const task of tasksOf(release)) {
    if (task.definition.conditions.some(({ id }) => id === conditionId)) return task;
  }
  throw new NotFound(`there is no condition '${clip(conditionId)}' in release '${release.id}'`);
}

/** Ticks, unticks or renames a condition; quiet when nothing differs. A lock allows ticking only. Throws Conflict, NotFound. */
export function updateCondition(
  release: Release,
  conditionId: string,
  title: string | undefined,
  checked: boolean | undefined,
  turn: Turn,
): Release {
  requireOpen(release, 'change a condition');
  const task = withCondition(release, conditionId);
  const condition = task.definition.conditions.find(({ id }) => id === conditionId);
  const renames = title !== undefined && title !== condition?.title;
  const isTicked = task.run.checked.includes(conditionId);
  const ticks = checked !== undefined && checked !== isTicked;
  if (!renames && !ticks) return release;
  if (isDefunct(task.run.status)) throw cannot('change a condition of', task);
  if (renames) editable(release, task.id, 'change a condition of');
  const conditions = renames
    ? task.definition.conditions.map((item) => (item.id === conditionId ? { ...item, title } : item))
    : task.definition.conditions;
  if (renames) logTask(turn, 'GATE_CONDITION_UPDATED', task, `Changed condition '${clip(title)}' of`);
  const next = edited(task, { conditions });
  return withTask(release, ticks ? ticked(next, conditionId, checked, turn) : next);
}

function ticked(task: Task, conditionId: string, checked: boolean, turn: Turn): Task {
  logTask(
    turn,
    checked ? 'GATE_CONDITION_FULFILLED' : 'GATE_CONDITION_UNFULFILLED',
    task,
    checked ? 'Fulfilled a condition of' : 'Unfulfilled a condition of',
  );
  const others = task.run.checked.filter((id) => id !== conditionId);
  return { ...task, run: { ...task.run, checked: checked ? [...others, conditionId] : others } };
}

/** Deletes a condition. Throws Conflict, NotFound. */
export function deleteCondition(release: Release, conditionId: string, turn: Turn): Release {
  const task = gate(release, withCondition(release, conditionId).id, 'delete a condition of');
  logTask(turn, 'GATE_CONDITION_DELETED', task, 'Deleted a condition of');
  const next = edited(task, { conditions: task.definition.conditions.filter(({ id }) => id !== conditionId) });
  return withTask(release, {
    ...next,
    run: { ...next.run, checked: next.run.checked.filter((id) => id !== conditionId) },
  });
}

/** Makes a gate wait for a release, phase or task, or for what a `${variable}` will name. Throws Invalid, Conflict, NotFound. */
export function addDependency(release: Release, taskId: string, written: string, turn: Turn): Release {
  const task = gate(release, taskId, 'add a dependency to');
  const target = soleKey(written) === null ? existing(release, taskId, written, turn) : written.trim();
  if (task.definition.dependencies.some((dependency) => dependency.target === target)) {
    throw new Conflict(`gate '${clip(titleOf(task))}' (${taskId}) waits for '${clip(target)}' already`);
  }
  logTask(turn, 'DEPENDENCY_CREATED', task, `Created a dependency on ${clip(target)} for`);
  const dependency = { id: turn.env.newId('Dependency'), target };
  const next = waitingFor(task, [...task.definition.dependencies, dependency]);
  requireFewParts(next);
  // a gate that runs reads its variables as they were when it started; this one is new to it
  const values = task.run.values && { ...task.run.values, ...valuesOf(release, keysIn(target), turn) };
  return withTask(release, { ...next, run: { ...next.run, values } });
}

const waitingFor = (task: Task, dependencies: readonly Dependency[]): Task =>
  edited(task, { dependencies, ...derived({ dependencies }, task.definition.uses) });

function existing(release: Release, taskId: string, written: string, turn: Turn): string {
  const target = targetId(written);
  if (target === null) throw new NotFound(`there is no release, phase or task '${clip(written)}'`);
  const { phase, groups } = placeOf(release, taskId);
  if ([release.id, phase.id, taskId, ...groups.map(({ id }) => id)].includes(target)) {
    throw new Invalid(`gate '${taskId}' cannot wait for '${target}', which contains it`);
  }
  const state = ownState(release, target) ?? known(turn.env.world.targets?.get(target), { kind: 'target', id: target });
  if (state === 'missing') throw new NotFound(`there is no release, phase or task '${clip(written)}'`);
  return target;
}

/** Deletes a dependency. Throws Conflict, NotFound. */
export function deleteDependency(release: Release, dependencyId: string, turn: Turn): Release {
  const owner = [...tasksOf(release)].find(({ definition }) =>
    definition.dependencies.some(({ id }) => id === dependencyId),
  );
  if (!owner) throw new NotFound(`there is no dependency '${clip(dependencyId)}' in release '${release.id}'`);
  const task = gate(release, owner.id, 'delete a dependency of');
  logTask(turn, 'DEPENDENCY_DELETED', task, 'Deleted a dependency of');
  const next = waitingFor(
    task,
    task.definition.dependencies.filter(({ id }) => id !== dependencyId),
  );
  const sights = Object.fromEntries(Object.entries(next.run.sights).filter(([id]) => id !== dependencyId));
  return withTask(release, { ...next, run: { ...next.run, sights } });
}

/** Open gates follow what they wait for to the copy that took its place. */
export function follow(release: Release, moves: readonly Move[], turn: Turn): Release {
  const places = new Map(moves.map(({ from, to }) => [from, to]));
  return mapPlan(release, (task) => {
    const moved = isDefunct(task.run.status) ? task : following(task, places);
    if (moved !== task) logTask(turn, 'DEPENDENCY_UPDATED', task, 'A restart moved a dependency of');
    return moved;
  });
}
