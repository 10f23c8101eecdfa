/** Runs once for all concurrent callers: a caller during a run shares its result. */
export function singleFlight<T>(load: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= load().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

/**
 * Runs by key, one run at a time for each: a caller during a run waits for the next one, which all waiting callers
 * share. So a result is never older than its request.
 */
export function singleFlightFresh<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const runs = new Map<string, { readonly running: Promise<T>; next?: Promise<T> }>();
  const run = (key: string): Promise<T> => {
    const entry: { readonly running: Promise<T>; next?: Promise<T> } = { running: load(key) };
    runs.set(key, entry);
    const end = (): void => {
      if (entry.next === undefined) runs.delete(key);
    };
    entry.running.then(end, end);
    return entry.running;
  };
  return (key) => {
    const entry = runs.get(key);
    if (entry === undefined) return run(key);
    const startNext = () => run(key);
    entry.next ??= entry.running.then(startNext, startNext);
    return entry.next;
  };
}
