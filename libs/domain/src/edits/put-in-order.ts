import { type Item, keptInPlace } from './kept-in-place.ts';

/** Something is put at a position among the others, itself not counted. */
interface Step {
  readonly id: string;
  readonly position: number;
}

/**
 * The steps that bring a list into the wanted order, new ones included, with as few moves as there can be. What is not
 * wanted here stays among the others, until it goes.
 */
export function stepsInto(items: readonly Item[], wanted: readonly string[]): readonly Step[] {
  const kept = keptInPlace(items, wanted);
  const steps: Step[] = [];
  let list = items.map(({ id }) => id);
  let position = 0;
  for (const id of wanted) {
    if (kept.has(id)) {
      position = list.indexOf(id) + 1;
      continue;
    }
    const from = list.indexOf(id);
    if (from !== -1) list = list.toSpliced(from, 1);
    if (from !== -1 && from < position) position -= 1;
    list = list.toSpliced(position, 0, id);
    steps.push({ id, position });
    position += 1;
  }
  return steps;
}
