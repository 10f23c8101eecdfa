import { setTimeout as pause } from 'node:timers/promises';

/** Between two attempts to reach a server that is away, or that refuses. */
export const pauseMs = 250;

/**
 * The library retries a failure at once, without end and as fast as the server rejects it. So a failure is delayed,
 * until `signal`.
 */
export const delayFailure = <Answer>(asked: Promise<Answer>, signal: AbortSignal): Promise<Answer> =>
  asked.catch(async (error: unknown) => {
    await pause(pauseMs, undefined, { signal }).catch(() => {});
    throw error;
  });
