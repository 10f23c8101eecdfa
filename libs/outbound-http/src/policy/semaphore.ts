/** Gives a place back; may be called once. */
type Release = () => void;

/** The owner of a request: a release, a trigger, a user; null: unknown. */
export type Requester = string | null;

/**
 * Limits concurrency; others wait. A caller with slots gets at most as many as it leaves free. Waiting callers are
 * served in turn, the one with the fewest slots first: the last slots stay free for other callers.
 */
export interface Semaphore {
  /** Throws the reason of `signal` when that comes before a free place. */
  acquire(requester: Requester, signal?: AbortSignal): Promise<Release>;
  readonly taken: number;
  readonly waiting: number;
}

/** An unknown caller counts as a new one each time. */
type Key = string | symbol;

/** Those who wait, by asker: the askers in turn, and each one's in the order in which they came. */
function createQueues() {
  const queues = new Map<Key, Set<() => void>>();
  return {
    join: (key: Key, resume: () => void) => void queues.set(key, (queues.get(key) ?? new Set()).add(resume)),
    leave: (key: Key, resume: () => void) => {
      const queue = queues.get(key);
      queue?.delete(resume);
      if (queue?.size === 0) queues.delete(key);
    },
    /** Who has just had a place is the last to have another. */
    toEnd: (key: Key) => {
      const queue = queues.get(key);
      queues.delete(key);
      if (queue !== undefined) queues.set(key, queue);
    },
    keys: () => [...queues.keys()],
    call: (key: Key) => queues.get(key)?.values().next().value?.(),
    size: () => [...queues.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

/** How many places each one has. */
function createCounts() {
  const counts = new Map<Key, number>();
  const of = (key: Key) => counts.get(key) ?? 0;
  const change = (key: Key, delta: number) => {
    const rest = of(key) + delta;
    if (rest === 0) counts.delete(key);
    else counts.set(key, rest);
  };
  return { of, change };
}

export function createSemaphore(limit: number): Semaphore {
  const queues = createQueues();
  const slotCounts = createCounts();
  let inUse = 0;
  const canAcquire = (key: Key) => inUse < limit && (slotCounts.of(key) === 0 || slotCounts.of(key) < limit - inUse);
  const change = (key: Key, delta: number) => {
    inUse += delta;
    slotCounts.change(key, delta);
    queues.toEnd(key);
  };
  const nextKey = (): Key | undefined =>
    queues
      .keys()
      .filter(canAcquire)
      .toSorted((a, b) => slotCounts.of(a) - slotCounts.of(b))[0];
  const grantSlot = (key: Key): Release => {
    change(key, 1);
    return () => {
      change(key, -1);
      for (let waiter = nextKey(); waiter !== undefined; waiter = nextKey()) queues.call(waiter);
    };
  };
  const acquire = async (requester: Requester, signal?: AbortSignal): Promise<Release> => {
    signal?.throwIfAborted();
    const key = requester ?? Symbol();
    if (canAcquire(key)) return grantSlot(key);
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const resume = () => {
      queues.leave(key, resume);
      resolve(grantSlot(key));
    };
    const onAbort = () => {
      queues.leave(key, resume);
      reject(signal?.reason);
    };
    queues.join(key, resume);
    signal?.addEventListener('abort', onAbort, { once: true });
    return await promise.finally(() => signal?.removeEventListener('abort', onAbort));
  };
  return {
    acquire,
    get taken() {
      return inUse;
    },
    get waiting() {
      return queues.size();
    },
  };
}
