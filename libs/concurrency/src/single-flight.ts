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

interface Flight<T> {
  running: Promise<T> | null;
  /**
   * The next run. It starts when the current run ends, or without one in a microtask, so that callers of the same turn
   * share it.
   */
  next: Promise<T> | null;
}

/**
 * Runs one at a time, in total or for each key. Concurrent callers share a run, and callers during a run share the next
 * run. So a result is never older than its request.
 */
export function singleFlightFresh<Key extends readonly [] | readonly [string], T>(
  load: (...key: Key) => Promise<T>,
): (...key: Key) => Promise<T> {
  const flights = new Map<string | undefined, Flight<T>>();
  const runNext = async (flight: Flight<T>, key: Key): Promise<T> => {
    await flight.running?.catch(() => {});
    flight.next = null;
    const current = load(...key);
    flight.running = current;
    try {
      return await current;
    } finally {
      if (flight.running === current && flight.next === null) flights.delete(key[0]);
    }
  };
  return (...key) => {
    const flight = flights.get(key[0]) ?? { running: null, next: null };
    flights.set(key[0], flight);
    flight.next ??= runNext(flight, key);
    return flight.next;
  };
}
