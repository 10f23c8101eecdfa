import { type Item, stableItems } from './stable-items.ts';

/** Inserts an item at a position. The position does not count the item itself. */
interface ReorderStep<T> {
  readonly item: T;
  readonly position: number;
}

/**
 * Returns the steps that bring a list into the requested order, including new items, with the fewest moves. Items that
 * are not requested stay between the others until they are deleted.
 */
export function reorderSteps<T extends { readonly id: string }>(
  items: readonly Item[],
  requested: readonly T[],
): readonly ReorderStep<T>[] {
  const stable = stableItems(
    items,
    requested.map(({ id }) => id),
  );
  const steps: ReorderStep<T>[] = [];
  const list = items.map(({ id }) => id);
  // New items are not searched: the time of a search is proportional to the length of the list.
  const ids = new Set(list);
  let position = 0;
  for (const item of requested) {
    const from = ids.has(item.id) ? list.indexOf(item.id) : -1;
    if (stable.has(item.id)) {
      position = from + 1;
      continue;
    }
    if (from !== -1) list.splice(from, 1);
    if (from !== -1 && from < position) position -= 1;
    list.splice(position, 0, item.id);
    steps.push({ item, position });
    position += 1;
  }
  return steps;
}
