import { Contended, isTransient, Overloaded } from '@slipway/persistence';

const attempts = 12;
/** Each attempt may itself wait for a lock, so time is bounded too. */
const longestMs = 5_000;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Does work again that failed for a reason which passes by itself, with pauses that grow from 2 to 100 ms, half
 * of each by chance so that two that collide do not collide again. `work` is told in which kind of transaction: a brief
 * one at first, one that bears a slow process from then on. Throws Overloaded when it never went through, with the reason of the last time.
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
