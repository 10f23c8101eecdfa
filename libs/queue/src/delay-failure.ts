import { setTimeout as pause } from 'node:timers/promises';

/** Between two attempts to reach a server that is away, or that refuses. */
export const pauseMs = 250;

/**
 * The library asks again at once when something fails, without end and as fast as the server refuses it. So a failure
 * takes its time, until `signal` says that nobody waits any more.
 */
export const delayFailure = <Answer>(asked: Promise<Answer>, signal: AbortSignal): Promise<Answer> =>
  asked.catch(async (error: unknown) => {
    await pause(pauseMs, undefined, { signal }).catch(() => {});
    throw error;
  });
