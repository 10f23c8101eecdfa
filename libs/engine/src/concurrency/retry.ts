import { isTransient, Overloaded } from '@slipway/persistence';

const attempts = 12;
/** Each attempt may itself wait for a lock, so time is bounded too. */
const longestMs = 5_000;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Does work again that failed for a reason which passes by itself, with pauses that grow from 2 to 100 ms, half
 * of each by chance so that two that collide do not collide again. Throws Overloaded when it never went through.
 */
export async function withRetries<T>(what: string, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + longestMs;
  for (let attempt = 1; attempt <= attempts && performance.now() < end; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      const longest = Math.min(100, 2 ** attempt);
      await pause(longest / 2 + (Math.random() * longest) / 2);
    }
  }
  throw new Overloaded(`${what} is being changed by others all the time: try again`);
}
