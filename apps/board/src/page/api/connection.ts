import { signal } from '@preact/signals';

/** Whether the server was unavailable at the latest request. */
export const isOffline = signal(false);

/** The number of reconnections: views load their data again when it changes. */
export const reconnects = signal(0);

/** Records whether the server has responded. */
export function recordResponse(isAnswered: boolean): void {
  if (isAnswered && isOffline.value) reconnects.value += 1;
  isOffline.value = !isAnswered;
}

let latestTime = '';

/** Records the time of a read or change, by the clock of the database: `2026-11-23T01:24:24.534Z`; null: unknown. */
export function updateConsistencyToken(at: string | null): void {
  if (at !== null && at > latestTime) latestTime = at;
}

/**
 * The latest time that this page has seen: requests must include it, so that no lagging replica answers. Empty: none.
 */
export const consistencyToken = (): string => latestTime;
