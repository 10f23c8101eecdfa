import { signal } from '@preact/signals';

/** Whether the server was unavailable at the latest request. */
export const isOffline = signal(false);

/** The number of reconnections to the server. Views reload their data when it changes. */
export const reconnects = signal(0);

/** Records whether the server has responded to the latest request, and counts a reconnection. */
export function recordResponse(isAnswered: boolean): void {
  if (isAnswered && isOffline.value) reconnects.value += 1;
  isOffline.value = !isAnswered;
}

let latestTime = '';

/** Records the database time of a read or change, such as `2026-11-23T01:24:24.534Z`; null if the time is unknown. */
export function updateConsistencyToken(at: string | null): void {
  if (at !== null && at > latestTime) latestTime = at;
}

/**
 * The latest database time that this page has seen; empty if there is none. Requests send it, so that no lagging
 * replica responds.
 */
export const consistencyToken = (): string => latestTime;
