/** An approver, with the rows in which they can take a seat. */
interface Sitter {
  readonly name: string;
  /** indices of rows */
  readonly rows: readonly number[];
}

/** Who sits in the rows, by name and in order. */
export interface Row<T> {
  readonly of: T;
  readonly names: readonly string[];
}

/**
 * Assigns each approver to at most one of the `count` seats of each row, so that as many as possible have a seat
 * (maximum matching by Kuhn's method). An earlier approver moves to another seat if that makes one free. Approvers are
 * assigned in the order of their names, so the order of the verdicts does not matter.
 */
export function seated<T extends { readonly count: number }>(
  all: readonly T[],
  people: readonly Sitter[],
): readonly Row<T>[] {
  const rows = all.map((of): { of: T; sitters: Sitter[] } => ({ of, sitters: [] }));
  const seat = (sitter: Sitter, tried: Set<number>): boolean => {
    for (const [index, { of, sitters }] of rows.entries()) {
      if (tried.has(index) || !sitter.rows.includes(index)) continue;
      tried.add(index);
      if (sitters.length < of.count) {
        sitters.push(sitter);
        return true;
      }
      const leaves = sitters.findIndex((other) => seat(other, tried));
      if (leaves === -1) continue;
      sitters[leaves] = sitter;
      return true;
    }
    return false;
  };
  for (const sitter of [...people].sort(byName)) seat(sitter, new Set());
  return rows.map(({ of, sitters }) => ({ of, names: sitters.map(({ name }) => name).sort() }));
}

const byName = ({ name: one }: Sitter, { name: other }: Sitter): number =>
  one.toLowerCase() < other.toLowerCase() ? -1 : 1;
