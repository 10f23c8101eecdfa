let latest = '';

/** Notes when something was seen or changed, by the clock of the database: `2026-11-23T01:24:24.534Z`; null: nobody has said so. */
export function noteSeen(at: string | null): void {
  if (at !== null && at > latest) latest = at;
}

/**
 * When the latest of all that this page has heard of was seen: what it asks for has to hold that, so that no replica answers
 * which has not come so far. Empty: it has heard of nothing.
 */
export const readAfter = (): string => latest;
