/** Somebody who may sit in any of these rows. */
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
 * Seats as many people as can sit, each once, in rows of `count` seats: whoever has come first makes room where there
 * is another seat for him. How many sit is the same in whatever order they come (a maximum matching, by Kuhn's
 * method), and so is who sits where, since they are seated by their names.
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
