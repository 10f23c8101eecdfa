/** An instant as answers show it: ISO 8601 in UTC with an offset, `2026-11-20T18:00:00.000+00:00`; none where there is none. */
export function showDate(instant: number): string;
export function showDate(instant: number | null): string | undefined;
export function showDate(instant: number | null): string | undefined {
  return instant === null ? undefined : `${new Date(instant).toISOString().slice(0, -1)}+00:00`;
}
