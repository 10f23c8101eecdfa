const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * Returns the value of a `datetime-local` input, in the user's time zone and without seconds, such as
 * `2026-11-23T14:05`; empty for undefined.
 */
export function toDateInput(at: string | undefined): string {
  if (at === undefined) return '';
  const date = new Date(at);
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Returns the ISO time of a `datetime-local` value; null if it is empty. */
export const fromDateInput = (input: string): string | null => (input === '' ? null : new Date(input).toISOString());
