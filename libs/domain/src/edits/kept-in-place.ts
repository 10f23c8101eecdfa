/** Something that is there already. */
export interface Item {
  readonly id: string;
  /** how bad it is to move it */
  readonly weight: number;
}

/**
 * The items of a list that keep their position while the others are moved around them: the heaviest list that is
 * already in the requested order. An item that cannot be moved is much heavier than any other.
 */
export function keptInPlace(items: readonly Item[], wanted: readonly string[]): ReadonlySet<string> {
  const places = new Map(wanted.map((id, index) => [id, index]));
  const placed = items.flatMap(({ id, weight }) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ id, weight, place }];
  });
  const there = placed.map(({ place }) => place);
  if (there.toSorted((one, other) => one - other).every((place, index) => place === there[index])) {
    return new Set(placed.map(({ id }) => id));
  }
  const kept = new Set<string>();
  for (let last = heaviest(placed); last !== null; last = last.before) kept.add(last.id);
  return kept;
}

interface Placed extends Item {
  readonly place: number;
}

/** The last of a list in order, with those before it. */
interface Last extends Placed {
  readonly total: number;
  readonly before: Last | null;
}

function heaviest(placed: readonly Placed[]): Last | null {
  const ends: Last[] = [];
  let best: Last | null = null;
  for (const item of placed) {
    let before: Last | null = null;
    for (const end of ends) {
      if (end.place < item.place && end.total > (before?.total ?? 0)) before = end;
    }
    const end: Last = { ...item, before, total: item.weight + (before?.total ?? 0) };
    ends.push(end);
    if (end.total > (best?.total ?? 0)) best = end;
  }
  return best;
}
