import type { PlanEdit } from '../decision/plan-commands.ts';
import { isIdOf, targetId } from '../ids/ids.ts';
import type { Dependency } from '../model/own-fields.ts';
import type { Task } from '../model/task.ts';
import { keptInPlace } from './kept-in-place.ts';
import { stepsInto } from './put-in-order.ts';
import type { WantedCondition } from './wanted.ts';

/** Those of a gate that are there, and those that are wanted: each with what it is of the others, if it is one. */
interface Matched<There, Wanted> {
  /** that of the one that is there, or a name that no id has */
  readonly id: string;
  readonly there: There | null;
  readonly wanted: Wanted;
}

/** Matches stored and requested items by id, or by content if there is no id. */
function matched<There extends { readonly id: string }, Wanted extends { readonly id: string }>(
  there: readonly There[],
  wanted: readonly Wanted[],
  isAlike: (one: There, other: Wanted) => boolean,
  isNew: (wanted: Wanted) => boolean,
): readonly Matched<There, Wanted>[] {
  const left = new Set(there);
  const take = (found: There | undefined): There | null => {
    if (found !== undefined) left.delete(found);
    return found ?? null;
  };
  const byId = wanted.map((each) => take([...left].find(({ id }) => id === each.id)));
  return wanted.map((each, index) => {
    const one = byId[index] ?? (isNew(each) ? take([...left].find((other) => isAlike(other, each))) : null);
    return { id: one?.id ?? `#${index}`, there: one, wanted: each };
  });
}

const light = ({ id }: { readonly id: string }) => ({ id, weight: 1 });

/** What makes the conditions of a gate those that are wanted. */
export function conditionEdits(task: Task, wanted: readonly WantedCondition[], isGate: boolean): readonly PlanEdit[] {
  const { id: taskId, run } = task;
  const there = isGate ? task.definition.conditions : [];
  const pairs = matched(
    there,
    wanted,
    (one, other) => one.title === other.title,
    ({ id }) => !isIdOf('GateCondition', id),
  );
  const stays = new Set(pairs.map((pair) => pair.id));
  const gone = there.filter(({ id }) => !stays.has(id));
  const steps = stepsInto(there.filter(({ id }) => stays.has(id)).map(light), pairs);
  const places = new Map(steps.map(({ put, position }) => [put, position]));
  return [
    ...gone.map(({ id }) => ({ type: 'deleteCondition', conditionId: id }) as const),
    ...pairs.flatMap((pair): PlanEdit | readonly PlanEdit[] => {
      const { there: old, wanted: one } = pair;
      const position = places.get(pair);
      const { id, title, checked } = one;
      const at = position === undefined ? {} : { position };
      if (old === null) {
        const chosen = isIdOf('GateCondition', id) ? { id } : {};
        return { type: 'addCondition', taskId, ...chosen, title, checked: checked ?? false, ...at };
      }
      const changes = {
        ...(title !== old.title && { title }),
        ...(checked !== undefined && checked !== run.checked.includes(old.id) && { checked }),
        ...at,
      };
      return Object.keys(changes).length === 0 ? [] : { type: 'updateCondition', conditionId: old.id, ...changes };
    }),
  ];
}

const targetIn = ({ target }: Pick<Dependency, 'target'>): string => targetId(target) ?? target;

/**
 * The edits that give a gate the requested dependencies. A dependency with another target or position is created
 * again.
 */
export function dependencyEdits(task: Task, wanted: readonly Dependency[], isGate: boolean): readonly PlanEdit[] {
  const { id: taskId } = task;
  const there = isGate ? task.definition.dependencies : [];
  const pairs = matched(
    there,
    wanted,
    (one, other) => one.target === targetIn(other),
    ({ id }) => !isIdOf('Dependency', id),
  );
  const same = new Set(pairs.flatMap(({ there: old, wanted: each }) => (old?.target === targetIn(each) ? old.id : [])));
  const kept = keptInPlace(
    there.filter(({ id }) => same.has(id)).map(light),
    pairs.map((pair) => pair.id),
  );
  const gone = there.filter(({ id }) => !kept.has(id));
  const steps = stepsInto(there.filter(({ id }) => kept.has(id)).map(light), pairs);
  return [
    ...gone.map(({ id }) => ({ type: 'deleteDependency', dependencyId: id }) as const),
    ...steps.map(({ put, position }): PlanEdit => {
      const id = put.there?.id ?? put.wanted.id;
      const chosen = isIdOf('Dependency', id) ? { id } : {};
      return { type: 'addDependency', taskId, ...chosen, target: put.wanted.target, position };
    }),
  ];
}
