import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';

/** The id of a part in one plan, by the id of the same part in another plan. */
export type MatchedIds = ReadonlyMap<string, string>;

/** A phase or task, with its position in its container. */
interface Item {
  readonly id: string;
  readonly containerId: string;
  readonly index: number;
  readonly type: string;
  readonly title: string;
}

const itemsOfTasks = (tasks: readonly Task[], containerId: string): readonly Item[] =>
  tasks.flatMap((task, index) => [
    { id: task.id, containerId, index, type: task.definition.type, title: titleOf(task) },
    ...itemsOfTasks(task.tasks, task.id),
  ]);

/** Returns the phases and tasks of a plan. A container precedes its tasks. */
const itemsOf = ({ id: containerId, phases }: Release): readonly Item[] =>
  phases.flatMap(({ id, title, tasks }, index) => [
    { id, containerId, index, type: 'phase', title },
    ...itemsOfTasks(tasks, id),
  ]);

/** Adds a match for each unmatched part, in order, whose key is that of an unmatched part of `before`. */
function matchByKey<Part extends { readonly id: string }>(
  ids: Map<string, string>,
  [before, after]: readonly [readonly Part[], readonly Part[]],
  keysOf: { readonly before: (part: Part) => string; readonly after: (part: Part) => string },
): void {
  const matched = new Set(ids.values());
  const unmatched = Map.groupBy(before.filter(({ id }) => !matched.has(id)).toReversed(), keysOf.before);
  for (const part of after) {
    const same = ids.has(part.id) ? undefined : unmatched.get(keysOf.after(part))?.pop();
    if (same !== undefined) ids.set(part.id, same.id);
  }
}

/**
 * Matches the parts of two plans that have no ids in common, such as a release and its template. Returns the ids in
 * `before` by the ids in `after`. Variables match by their keys. A phase or task matches one with the same type and title
 * in the same container, or else anywhere, or else one of the same type at the same position.
 */
export function matchParts(before: Release, after: Release): MatchedIds {
  const ids = new Map([[after.id, before.id]]);
  const ofVariable = ({ key }: Release['variables'][number]): string => key;
  matchByKey(ids, [before.variables, after.variables], { before: ofVariable, after: ofVariable });
  const items = [itemsOf(before), itemsOf(after)] as const;
  const keys: readonly ((item: Item, containerId: string) => readonly unknown[])[] = [
    ({ type, title }, containerId) => [containerId, type, title],
    ({ type, title }) => [type, title],
    ({ type, index }, containerId) => [containerId, type, index],
  ];
  for (const key of keys) {
    matchByKey(ids, items, {
      before: (item) => JSON.stringify(key(item, item.containerId)),
      after: (item) => JSON.stringify(key(item, ids.get(item.containerId) ?? '')),
    });
  }
  return ids;
}
