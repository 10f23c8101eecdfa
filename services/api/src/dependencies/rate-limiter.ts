import type { Message } from '@slipway/domain/messages';
import { TooManyRequests } from '../http/errors/errors.ts';
import { createCache } from './lru-cache.ts';

interface RateLimit {
  /** the maximum count of one key in a window */
  readonly points: number;
  readonly windowMs: number;
  /** The message above the limit. */
  readonly refusal: Message;
}

/** The maximum number of keys. A client with more keys cannot be limited by counts. */
const maxBytes = 2_000_000;
const bytesOf = () => 20;

/** Counts by key. The first count of a key starts its window. */
export function createRateLimiter({ points, windowMs, refusal }: RateLimit, now: () => number) {
  const windows = createCache<{ count: number; readonly until: number }>(maxBytes, bytesOf, { ttlMs: windowMs, now });
  return {
    /** Counts once. At the limit it throws TooManyRequests and does not count. */
    consume(key: string): void {
      const window = windows.get(key) ?? { count: 0, until: now() + windowMs };
      if (window.count >= points) throw new TooManyRequests(refusal, Math.ceil((window.until - now()) / 1000));
      if (window.count === 0) windows.set(key, window);
      window.count += 1;
    },
    refund(key: string): void {
      const window = windows.get(key);
      if (window === undefined) return;
      window.count -= 1;
      if (window.count <= 0) windows.delete(key);
    },
  };
}
