import type { PlanEdit } from '../commands/plan-edits.ts';
import { isIdOf, targetId } from '../ids/ids.ts';
import type { Dependency } from '../model/own-fields.ts';
import type { Task } from '../model/task.ts';
import { reorderSteps } from './reorder.ts';
import type { RequestedCondition } from './requested-plan.ts';
import { stableItems } from './stable-items.ts';

/** A requested condition or dependency of a gate, with the stored one that it matches, if any. */
interface MatchedItem<Stored, Requested> {
  /** the id of the stored item, or a placeholder that is no valid id */
  readonly id: string;
  readonly stored: Stored | null;
  readonly requested: Requested;
}

/** Matches stored and requested items by id, or by content if there is no id. */
function matchItems<Stored extends { readonly id: string }, Requested extends { readonly id: string }>(
  stored: readonly Stored[],
  requested: readonly Requested[],
  isEqualTo: (part: Stored, otherPart: Requested) => boolean,
  isNew: (requested: Requested) => boolean,
): readonly MatchedItem<Stored, Requested>[] {
  const unmatched = new Set(stored);
  const takeMatch = (match: Stored | undefined): Stored | null => {
    if (match !== undefined) unmatched.delete(match);
    return match ?? null;
  };
  const byId = requested.map((requestedItem) => takeMatch([...unmatched].find(({ id }) => id === requestedItem.id)));
  return requested.map((requestedItem, index) => {
    const part =
      byId[index] ??
      (isNew(requestedItem)
        ? takeMatch([...unmatched].find((otherPart) => isEqualTo(otherPart, requestedItem)))
        : null);
    return { id: part?.id ?? `#${index}`, stored: part, requested: requestedItem };
  });
}

const toItem = ({ id }: { readonly id: string }) => ({ id, weight: 1 });

/** Returns the edits that give a gate the requested conditions. */
export function conditionEdits(
  task: Task,
  requested: readonly RequestedCondition[],
  isGate: boolean,
): readonly PlanEdit[] {
  const { id: taskId, run } = task;
  const stored = isGate ? task.definition.conditions : [];
  const pairs = matchItems(
    stored,
    requested,
    (part, otherPart) => part.title === otherPart.title,
    ({ id }) => !isIdOf('GateCondition', id),
  );
  const keptIds = new Set(pairs.map((pair) => pair.id));
  const deleted = stored.filter(({ id }) => !keptIds.has(id));
  const reorderedSteps = reorderSteps(stored.filter(({ id }) => keptIds.has(id)).map(toItem), pairs);
  const newPositions = new Map(reorderedSteps.map(({ item, position }) => [item, position]));
  return [
    ...deleted.map(({ id }) => ({ type: 'deleteCondition', conditionId: id }) as const),
    ...pairs.flatMap((pair): PlanEdit | readonly PlanEdit[] => {
      const { stored: old, requested: part } = pair;
      const position = newPositions.get(pair);
      const { id, title, checked } = part;
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
 * Returns the edits that give a gate the requested dependencies. A dependency with another target or position is
 * deleted and created again.
 */
export function dependencyEdits(task: Task, requested: readonly Dependency[], isGate: boolean): readonly PlanEdit[] {
  const { id: taskId } = task;
  const stored = isGate ? task.definition.dependencies : [];
  const pairs = matchItems(
    stored,
    requested,
    (part, otherPart) => part.target === targetIn(otherPart),
    ({ id }) => !isIdOf('Dependency', id),
  );
  const unchangedIds = new Set(
    pairs.flatMap(({ stored: old, requested: requestedItem }) =>
      old?.target === targetIn(requestedItem) ? old.id : [],
    ),
  );
  const stableIds = stableItems(
    stored.filter(({ id }) => unchangedIds.has(id)).map(toItem),
    pairs.map((pair) => pair.id),
  );
  const deleted = stored.filter(({ id }) => !stableIds.has(id));
  const reorderedSteps = reorderSteps(stored.filter(({ id }) => stableIds.has(id)).map(toItem), pairs);
  return [
    ...deleted.map(({ id }) => ({ type: 'deleteDependency', dependencyId: id }) as const),
    ...reorderedSteps.map(({ item, position }): PlanEdit => {
      const id = item.stored?.id ?? item.requested.id;
      const chosen = isIdOf('Dependency', id) ? { id } : {};
      return { type: 'addDependency', taskId, ...chosen, target: item.requested.target, position };
    }),
  ];
}
