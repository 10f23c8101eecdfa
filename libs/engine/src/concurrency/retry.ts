import { Contended, isTransient, Overloaded } from '@slipway/persistence';

const attempts = 12;
/** Each attempt may itself wait for a lock, so time is bounded too. */
const longestMs = 5_000;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Retries work after temporary errors, with pauses that grow from 2 to 100 ms. Half of a pause is random, so that two
 * colliding callers do not collide again. `work` receives the kind of transaction: a brief one at first, then one that
 * allows a slow process. Throws Overloaded with the last error after the last attempt.
 */
export async function withRetries<T>(what: string, work: (mode: 'brief' | 'change') => Promise<T>): Promise<T> {
  const end = performance.now() + longestMs;
  let reason = new Overloaded(`${what} is being changed by others all the time: try again`);
  for (let attempt = 1; attempt <= attempts && performance.now() < end; attempt++) {
    try {
      return await work(attempt === 1 ? 'brief' : 'change');
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (error instanceof Overloaded && !(error instanceof Contended)) reason = error;
      const longest = Math.min(100, 2 ** attempt);
      await pause(longest / 2 + (Math.random() * longest) / 2);
    }
  }
  throw reason;
}
