/** Runs work one piece at a time for each key, in the order it came. */
export interface KeyQueue {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** A queue for each key that is in use; a key without work costs nothing. */
export function createKeyQueue(): KeyQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: (key, work) => {
      const previous = tails.get(key);
      const current = previous === undefined ? work() : previous.then(work, work);
      tails.set(key, current);
      const cleanUp = () => {
        if (tails.get(key) === current) tails.delete(key);
      };
      current.then(cleanUp, cleanUp);
      return current;
    },
  };
}
