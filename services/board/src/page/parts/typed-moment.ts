const two = (value: number): string => String(value).padStart(2, '0');

/** A moment as fields have it, in the viewer's zone and to the minute: `2026-11-23T14:05`; empty for none. */
export function typedOf(at: string | undefined): string {
  if (at === undefined) return '';
  const date = new Date(at);
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment that was typed, as REST takes it; null: none. */
export const momentOf = (typed: string): string | null => (typed === '' ? null : new Date(typed).toISOString());
