import { setTimeout as pause } from 'node:timers/promises';
import { type Message, message } from '@slipway/domain/messages';
import { Contended, isTransient, Overloaded } from '@slipway/persistence/database';

const maxAttempts = 12;
/** Each attempt may itself wait for a lock, so time is bounded too. */
const maxDurationMs = 5_000;

/**
 * Retries work after temporary errors, with pauses that grow from 2 to 100 ms. Half of a pause is random, so that two
 * colliding callers do not collide again. `work` receives the kind of transaction: a brief one at first, then one that
 * allows a slow process. Throws Overloaded with the last error after the last attempt.
 */
export async function withRetries<T>(subject: Message, work: (mode: 'brief' | 'change') => Promise<T>): Promise<T> {
  const end = performance.now() + maxDurationMs;
  let reason = new Overloaded(message('engine.contended', { subject }));
  for (let attempt = 1; attempt <= maxAttempts && performance.now() < end; attempt++) {
    try {
      return await work(attempt === 1 ? 'brief' : 'change');
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (error instanceof Overloaded && !(error instanceof Contended)) reason = error;
      const maxPauseMs = Math.min(100, 2 ** attempt);
      await pause(maxPauseMs / 2 + (Math.random() * maxPauseMs) / 2);
    }
  }
  throw reason;
}

/** No attempt starts after this time. Each attempt also waits for an unavailable database, like every query. */
const timeoutMs = 4_000;
const retryDelayMs = 50;

/**
 * Repeats work until the database is available again, for background work that can run twice. Throws the error of the
 * last attempt.
 */
export async function retryUntilDatabaseIsBack<T>(work: () => Promise<T>, maxMs = timeoutMs): Promise<T> {
  const end = performance.now() + maxMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overloaded) || performance.now() >= end) throw error;
    }
    await pause(retryDelayMs);
  }
}
