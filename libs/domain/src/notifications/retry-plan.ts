const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delays after a failed attempt (Standard Webhooks). The first attempt is immediate. In total 75 h 35 min 5 s. */
const delays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** A receiver that only fails for this time is disabled. */
export const disableAfterMs = 75 * hour;

/** The part of a delay that is added or subtracted, so that failed deliveries do not return at the same moment. */
const jitter = 0.1;

/** A receiver cannot postpone a delivery further than the longest delay of the plan. */
const maxRetryAfterMs = 24 * hour;

/**
 * Returns the delay after this number of failed attempts, in milliseconds; null: no attempt is left. `random` is from 0
 * to 1. The delay is at least the time that the receiver has requested.
 */
export function retryDelay(failedAttempts: number, random: number, retryAfterMs: number | null = null): number | null {
  const delay = delays[failedAttempts - 1];
  if (delay === undefined) return null;
  const withJitter = Math.round(delay * (1 - jitter + 2 * jitter * random));
  return Math.max(withJitter, Math.min(retryAfterMs ?? 0, maxRetryAfterMs));
}

/** Parses the value of a `Retry-After` header: seconds or a date. Returns milliseconds; null if it is invalid. */
export function parseRetryAfter(value: string, now: number): number | null {
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * second;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
