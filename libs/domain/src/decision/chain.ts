/**
 * A persistent list. Appending shares all earlier values, so that a decision of thousands of steps does not copy its
 * log at each step.
 */
export type Chain<T> = { readonly before: Chain<T>; readonly added: readonly T[] } | null;

/** Returns the chain with these values appended. */
export const append = <T>(before: Chain<T>, added: readonly T[]): Chain<T> =>
  added.length === 0 ? before : { before, added };

/** Returns all values of a chain, in the order of their addition. */
export function valuesOfChain<T>(chain: Chain<T>): readonly T[] {
  const parts: (readonly T[])[] = [];
  for (let part = chain; part !== null; part = part.before) parts.push(part.added);
  return parts.reverse().flat();
}
