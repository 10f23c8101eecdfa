import { go, place } from './router.ts';

/** How many rows of a list come before those that are shown, as the address says by the name of the list. */
export function rowsBefore(name: string): number {
  const text = place.value.query.get(name) ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** Goes to another page of a list; all else of the address stays. */
export function turnTo(name: string, from: number): void {
  const { path, query } = place.peek();
  const next = new URLSearchParams(query);
  next.delete(name);
  if (from > 0) next.set(name, String(from));
  go(next.size === 0 ? path : `${path}?${next}`);
}
