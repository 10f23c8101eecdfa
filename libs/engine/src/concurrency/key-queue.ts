/** Runs work one piece at a time for each key, in the order it came. */
export interface KeyQueue {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** A queue for each key that is in use; a key without work costs nothing. */
export function createKeyQueue(): KeyQueue {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: (key, work) => {
      const before = last.get(key);
      const mine = before === undefined ? work() : before.then(work, work);
      last.set(key, mine);
      const leave = () => {
        if (last.get(key) === mine) last.delete(key);
      };
      mine.then(leave, leave);
      return mine;
    },
  };
}
