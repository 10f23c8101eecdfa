import { type Item, keptInPlace } from './kept-in-place.ts';

/** Something is put at a position among the others, itself not counted. */
interface Step<T> {
  readonly put: T;
  readonly position: number;
}

/**
 * The steps that bring a list into the requested order, including new items, with the fewest moves. Items that are not
 * requested stay between the others until they are deleted.
 */
export function stepsInto<T extends { readonly id: string }>(
  items: readonly Item[],
  wanted: readonly T[],
): readonly Step<T>[] {
  const kept = keptInPlace(
    items,
    wanted.map(({ id }) => id),
  );
  const steps: Step<T>[] = [];
  const list = items.map(({ id }) => id);
  let position = 0;
  for (const put of wanted) {
    const from = list.indexOf(put.id);
    if (kept.has(put.id)) {
      position = from + 1;
      continue;
    }
    if (from !== -1) list.splice(from, 1);
    if (from !== -1 && from < position) position -= 1;
    list.splice(position, 0, put.id);
    steps.push({ put, position });
    position += 1;
  }
  return steps;
}
