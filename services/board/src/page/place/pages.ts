import { go, place } from './router.ts';

/** The number of rows before the page of a list, from the address. */
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
