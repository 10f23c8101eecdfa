/** Values by key, of a bounded size together; the longest unused go first. */
export interface Kept<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
}

/** Keeps values whose sizes come to `limit` at most; one that is larger than a tenth of that is not kept. */
export function createKept<T>(limit: number, sizeOf: (value: T) => number): Kept<T> {
  const kept = new Map<string, T>();
  let size = 0;
  const drop = (key: string) => {
    const value = kept.get(key);
    if (value === undefined) return;
    size -= sizeOf(value);
    kept.delete(key);
  };
  return {
    get: (key) => {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    put: (key, value) => {
      drop(key);
      if (sizeOf(value) > limit / 10) return;
      kept.set(key, value);
      size += sizeOf(value);
      for (const oldest of kept.keys()) {
        if (size <= limit) break;
        drop(oldest);
      }
    },
  };
}
