import { LRUCache } from 'lru-cache';

/** Values by key, of a bounded size together; those that were unused for longest go first. */
export type Cache<T extends {}> = Pick<LRUCache<string, T>, 'get' | 'set' | 'delete'>;

/** What an entry takes beside its key and value, in bytes. */
const entryOverheadBytes = 100;

/**
 * A cache of values that take `bytes` together at most, with their keys, each for `ttlMs` if given. One that is larger
 * than a tenth of that is not kept, nor what was kept before it.
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
    // the library keeps a value for one millisecond more
    ...(ttlMs !== undefined && { ttl: ttlMs - 1, ttlResolution: 0 }),
    // The library treats the time 0 as unset.
    ...(now !== undefined && { perf: { now: () => now() + 1 } }),
  });
}
