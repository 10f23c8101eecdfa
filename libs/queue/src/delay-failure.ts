import { setTimeout as pause } from 'node:timers/promises';

/** Between two attempts to reach a server that is away, or that refuses. */
export const retryDelayMs = 250;

/**
 * The library retries a failure at once, without end and as fast as the server rejects it. So a failure is delayed,
 * until `signal`.
 */
export const delayFailure = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  promise.catch(async (error: unknown) => {
    await pause(retryDelayMs, undefined, { signal }).catch(() => {});
    throw error;
  });
