/** A key for each row: where rows have the same one, another for each after the first. */
export function uniqueKeys<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly string[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const key = keyOf(row);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count === 0 ? key : `${key}\n${count}`;
  });
}
