import { LRUCache } from 'lru-cache';

/** Values by key, of a bounded size together; the longest unused go first. */
export interface Kept<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
  forget(key: string): void;
}

/** What an entry takes beside its key and value, in bytes. */
const perEntry = 100;

/**
 * Keeps values that take `bytes` together at most, with their keys, for `forMs` if given; one that is larger than a tenth
 * of that is not kept, nor what was kept before it.
 */
export function createKept<T extends {}>(
  bytes: number,
  bytesOf: (value: T) => number,
  { forMs, now }: { readonly forMs?: number; readonly now?: () => number } = {},
): Kept<T> {
  const kept = new LRUCache<string, T>({
    maxSize: bytes,
    maxEntrySize: bytes / 10,
    sizeCalculation: (value, key) => perEntry + 2 * key.length + bytesOf(value),
    ...(forMs !== undefined && { ttl: forMs - 1, ttlResolution: 0 }),
    // to the library, the moment 0 is none
    ...(now !== undefined && { perf: { now: () => now() + 1 } }),
  });
  return {
    get: (key) => kept.get(key),
    put: (key, value) => void kept.set(key, value),
    forget: (key) => void kept.delete(key),
  };
}
