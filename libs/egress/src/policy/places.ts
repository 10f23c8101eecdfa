/** Gives a place back; may be called once. */
type Free = () => void;

/** The owner of a request: a release, a trigger, a user; null: unknown. */
export type Asker = string | null;

/**
 * Limits concurrency; others wait. A caller with slots gets at most as many as it leaves free. Waiting callers are
 * served in turn, the one with the fewest slots first: the last slots stay free for other callers.
 */
export interface Places {
  /** Throws the reason of `signal` when that comes before a free place. */
  take(asker: Asker, signal?: AbortSignal): Promise<Free>;
  readonly taken: number;
  readonly waiting: number;
}

/** An unknown caller counts as a new one each time. */
type Key = string | symbol;

/** Those who wait, by asker: the askers in turn, and each one's in the order in which they came. */
function createLines() {
  const lines = new Map<Key, Set<() => void>>();
  return {
    join: (key: Key, turn: () => void) => void lines.set(key, (lines.get(key) ?? new Set()).add(turn)),
    leave: (key: Key, turn: () => void) => {
      const line = lines.get(key);
      line?.delete(turn);
      if (line?.size === 0) lines.delete(key);
    },
    /** Who has just had a place is the last to have another. */
    toEnd: (key: Key) => {
      const line = lines.get(key);
      lines.delete(key);
      if (line !== undefined) lines.set(key, line);
    },
    keys: () => [...lines.keys()],
    call: (key: Key) => lines.get(key)?.values().next().value?.(),
    size: () => [...lines.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

/** How many places each one has. */
function createCounts() {
  const counts = new Map<Key, number>();
  const of = (key: Key) => counts.get(key) ?? 0;
  const change = (key: Key, by: number) => {
    const left = of(key) + by;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  };
  return { of, change };
}

export function createPlaces(most: number): Places {
  const lines = createLines();
  const held = createCounts();
  let taken = 0;
  const may = (key: Key) => taken < most && (held.of(key) === 0 || held.of(key) < most - taken);
  const change = (key: Key, by: number) => {
    taken += by;
    held.change(key, by);
    lines.toEnd(key);
  };
  const next = (): Key | undefined =>
    lines
      .keys()
      .filter(may)
      .toSorted((one, other) => held.of(one) - held.of(other))[0];
  const enter = (key: Key): Free => {
    change(key, 1);
    return () => {
      change(key, -1);
      for (let served = next(); served !== undefined; served = next()) lines.call(served);
    };
  };
  const take = async (asker: Asker, signal?: AbortSignal): Promise<Free> => {
    signal?.throwIfAborted();
    const key = asker ?? Symbol();
    if (may(key)) return enter(key);
    const { promise, resolve, reject } = Promise.withResolvers<Free>();
    const turn = () => {
      lines.leave(key, turn);
      resolve(enter(key));
    };
    const giveUp = () => {
      lines.leave(key, turn);
      reject(signal?.reason);
    };
    lines.join(key, turn);
    signal?.addEventListener('abort', giveUp, { once: true });
    return await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  };
  return {
    take,
    get taken() {
      return taken;
    },
    get waiting() {
      return lines.size();
    },
  };
}
