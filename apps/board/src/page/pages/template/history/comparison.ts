/** The two versions of a comparison, the earlier one first; `to` is null for the current version. */
export interface Comparison {
  readonly from: number;
  readonly to: number | null;
}

/**
 * Returns the comparison of an open version with another one, by default the current version. The newest version is the
 * current one, so it is compared with the version before it. Returns null if there is no other version. `numbers` are
 * the versions, newest first.
 */
export function comparisonOf(numbers: readonly number[], open: number, other: number | null): Comparison | null {
  const [newest, previous] = numbers;
  if (other !== null && other !== open) {
    const to = Math.max(open, other);
    return { from: Math.min(open, other), to: to === newest ? null : to };
  }
  if (open !== newest) return { from: open, to: null };
  return previous === undefined ? null : { from: previous, to: null };
}
