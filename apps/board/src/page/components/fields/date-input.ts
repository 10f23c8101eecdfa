const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A moment as fields have it, in the viewer's zone and to the minute: `2026-11-23T14:05`; empty for none. */
export function toDateInput(at: string | undefined): string {
  if (at === undefined) return '';
  const date = new Date(at);
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The moment that was typed, as REST takes it; null: none. */
export const fromDateInput = (input: string): string | null => (input === '' ? null : new Date(input).toISOString());
