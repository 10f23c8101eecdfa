/** An existing item of a list. */
export interface Item {
  readonly id: string;
  /** the cost of moving the item */
  readonly weight: number;
}

/**
 * Returns the ids of the items that keep their position while the others are moved: the subsequence with the greatest
 * total weight that is already in the requested order. An item that cannot be moved has a much greater weight than
 * others.
 */
export function stableItems(items: readonly Item[], requestedIds: readonly string[]): ReadonlySet<string> {
  const positions = new Map(requestedIds.map((id, index) => [id, index]));
  const positioned = items.flatMap(({ id, weight }) => {
    const position = positions.get(id);
    return position === undefined ? [] : [{ id, weight, position }];
  });
  const positionsNow = positioned.map(({ position }) => position);
  if (positionsNow.toSorted((a, b) => a - b).every((position, index) => position === positionsNow[index])) {
    return new Set(positioned.map(({ id }) => id));
  }
  const stable = new Set<string>();
  for (let last = heaviestSequence(positioned); last !== null; last = last.before) stable.add(last.id);
  return stable;
}

interface PositionedItem extends Item {
  readonly position: number;
}

/** The last item of an ordered subsequence, linked to the items before it. */
interface SequenceEnd extends PositionedItem {
  readonly total: number;
  readonly before: SequenceEnd | null;
}

function heaviestSequence(positioned: readonly PositionedItem[]): SequenceEnd | null {
  const sequenceEnds: SequenceEnd[] = [];
  let best: SequenceEnd | null = null;
  for (const item of positioned) {
    let before: SequenceEnd | null = null;
    for (const end of sequenceEnds) {
      if (end.position < item.position && end.total > (before?.total ?? 0)) before = end;
    }
    const end: SequenceEnd = { ...item, before, total: item.weight + (before?.total ?? 0) };
    sequenceEnds.push(end);
    if (end.total > (best?.total ?? 0)) best = end;
  }
  return best;
}
