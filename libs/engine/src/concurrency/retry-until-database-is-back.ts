import { setTimeout as pause } from 'node:timers/promises';
import { Overloaded } from '@slipway/persistence/database';

/** No other attempt is begun after this; each waits for a database that is away, as every query does. */
const timeoutMs = 4_000;
const retryDelayMs = 50;

/**
 * Repeats work until the database is available again, for background work that can run twice. Throws the error of the
 * last attempt.
 */
export async function retryUntilDatabaseIsBack<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overloaded) || performance.now() >= end) throw error;
    }
    await pause(retryDelayMs);
  }
}
