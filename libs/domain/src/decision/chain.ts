/**
 * Values in the order in which they were added. Adding shares everything before it, so that a decision of thousands of
 * steps does not copy its log at each of them.
 */
export type Chain<T> = { readonly before: Chain<T>; readonly added: readonly T[] } | null;

/** The chain with these values at its end. */
export const append = <T>(before: Chain<T>, added: readonly T[]): Chain<T> =>
  added.length === 0 ? before : { before, added };

/** All values of a chain, the first one first. */
export function valuesOfChain<T>(chain: Chain<T>): readonly T[] {
  const parts: (readonly T[])[] = [];
  for (let part = chain; part !== null; part = part.before) parts.push(part.added);
  return parts.reverse().flat();
}
