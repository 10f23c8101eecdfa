import { setTimeout as pause } from 'node:timers/promises';
import { Overloaded } from '@slipway/persistence';

/** No other attempt is begun after this; each waits for a database that is away, as every query does. */
const longestMs = 4_000;
const pauseMs = 50;

/**
 * Does work again that the database was away for, so that it is done once that is back: for work that nobody waits for, and
 * that may be done twice. Throws what the last attempt throws.
 */
export async function outlast<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + longestMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overloaded) || performance.now() >= end) throw error;
    }
    await pause(pauseMs);
  }
}
