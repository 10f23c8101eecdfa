import { location, navigate } from './router.ts';

/** The number of rows before the page of a list, from the address. */
export function pageOffset(name: string): number {
  const text = location.value.query.get(name) ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** Goes to another page of a list; all else of the address stays. */
export function setPageOffset(name: string, from: number): void {
  const { path, query } = location.peek();
  const next = new URLSearchParams(query);
  next.delete(name);
  if (from > 0) next.set(name, String(from));
  navigate(next.size === 0 ? path : `${path}?${next}`);
}
