/** Returns the row of the first id that has a row, or null if no id has one. */
export function firstCandidate<T>(ids: readonly string[], rows: readonly T[], idOf: (row: T) => string): T | null {
  for (const id of ids) {
    const match = rows.find((row) => idOf(row) === id);
    if (match !== undefined) return match;
  }
  return null;
}
