/**
 * Formats an instant for responses, in ISO 8601 in UTC with an offset: `2026-11-20T18:00:00.000+00:00`. Returns
 * undefined for null.
 */
export function showDate(instant: number): string;
export function showDate(instant: number | null): string | undefined;
export function showDate(instant: number | null): string | undefined {
  return instant === null ? undefined : `${new Date(instant).toISOString().slice(0, -1)}+00:00`;
}
