import { LRUCache } from 'lru-cache';

/** A cache of values by key with a total size. The least recently used values are removed first. */
export type Cache<T extends {}> = Pick<LRUCache<string, T>, 'get' | 'set' | 'delete'>;

/** The memory of an entry in addition to its key and value, in bytes. */
const entryOverheadBytes = 100;

/**
 * A cache whose keys and values have at most `bytes` bytes together. Each value is valid for `ttlMs`, if given. A value larger
 * than a tenth of the size is not cached, and the previous value of its key is removed.
 */
export function createCache<T extends {}>(
  bytes: number,
  bytesOf: (value: T) => number,
  { ttlMs, now }: { readonly ttlMs?: number; readonly now?: () => number } = {},
): Cache<T> {
  return new LRUCache<string, T>({
    maxSize: bytes,
    maxEntrySize: bytes / 10,
    sizeCalculation: (value, key) => entryOverheadBytes + 2 * key.length + bytesOf(value),
    // the library keeps a value for one millisecond longer
    ...(ttlMs !== undefined && { ttl: ttlMs - 1, ttlResolution: 0 }),
    // The library treats the time 0 as unset.
    ...(now !== undefined && { perf: { now: () => now() + 1 } }),
  });
}
