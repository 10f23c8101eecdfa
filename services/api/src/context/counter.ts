import { TooManyRequests } from '../http/errors/errors.ts';
import { createCache } from './lru-cache.ts';

interface Counting {
  /** as many as one key may have in a window */
  readonly points: number;
  readonly forMs: number;
  /** The message above the limit. */
  readonly sentence: string;
}

/** Of each kind: ten thousand. A client with more keys cannot be limited by counting them. */
const mostBytes = 2_000_000;
const bytesOf = () => 20;

/** Counts by key in windows that begin with the first. */
export function createCounter({ points, forMs, sentence }: Counting, now: () => number) {
  const windows = createCache<{ count: number; readonly until: number }>(mostBytes, bytesOf, { ttlMs: forMs, now });
  return {
    /** Throws TooManyRequests, and counts nothing then. */
    take(key: string): void {
      const window = windows.get(key) ?? { count: 0, until: now() + forMs };
      if (window.count >= points) throw new TooManyRequests(sentence, Math.ceil((window.until - now()) / 1000));
      if (window.count === 0) windows.set(key, window);
      window.count += 1;
    },
    giveBack(key: string): void {
      const window = windows.get(key);
      if (window === undefined) return;
      window.count -= 1;
      if (window.count <= 0) windows.delete(key);
    },
  };
}
