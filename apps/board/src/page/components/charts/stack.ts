/** A part of a stacked bar, from its lower to its upper value. */
export interface StackPart {
  readonly from: number;
  readonly to: number;
}

/** Returns the parts of a stacked bar in the order of its values; null for unknown values and values of zero. */
export function stackOf(values: readonly (number | null)[]): readonly (StackPart | null)[] {
  let sum = 0;
  return values.map((value) => {
    if (value === null || value === 0) return null;
    const from = sum;
    sum += value;
    return { from, to: sum };
  });
}

/** Returns the share of each value in the sum of all, from 0 to 1; all zero without a sum. */
export function sharesOf(values: readonly (number | null)[]): readonly number[] {
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
  return values.map((value) => (sum === 0 ? 0 : (value ?? 0) / sum));
}
