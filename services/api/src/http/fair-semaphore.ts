import { Overloaded } from '@slipway/engine';

interface SemaphoreLimits {
  /** Concurrently, in total and for each user. */
  readonly max: number;
  readonly maxPerUser: number;
  /** how many wait at most, and for how many milliseconds */
  readonly maxWaiting: number;
  readonly timeoutMs: number;
  /** what there are too many of */
  readonly label: string;
}

/** Releases a slot; further calls have no effect. */
export type ReleaseSlot = () => void;

interface Waiter {
  readonly username: string;
  readonly grant: () => void;
}

/**
 * A bounded number of places for expensive work. `enter` waits for a place, in order. One user never has all places, and
 * never more than half of the queue. `enter` throws Overloaded when the queue is full or no place becomes free in time, and
 * the reason of `signal` when that is aborted.
 */
export function createFairSemaphore({ max, maxPerUser, maxWaiting, timeoutMs, label }: SemaphoreLimits) {
  const activeByUser = new Map<string, number>();
  const queue = new Set<Waiter>();
  let active = 0;
  const overloaded = () => new Overloaded(`too many ${label} at once, try again`);
  const canAcquire = (username: string): boolean => active < max && (activeByUser.get(username) ?? 0) < maxPerUser;

  function occupy(username: string): ReleaseSlot {
    active += 1;
    activeByUser.set(username, (activeByUser.get(username) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      active -= 1;
      const remaining = (activeByUser.get(username) ?? 0) - 1;
      if (remaining > 0) activeByUser.set(username, remaining);
      else activeByUser.delete(username);
      [...queue].find((waiter) => canAcquire(waiter.username))?.grant();
    };
  }

  return {
    acquire: async (username: string, signal?: AbortSignal): Promise<ReleaseSlot> => {
      signal?.throwIfAborted();
      if (canAcquire(username)) return occupy(username);
      const waitingOfUser = [...queue].filter((waiter) => waiter.username === username).length;
      if (queue.size >= maxWaiting || waitingOfUser >= maxWaiting / 2) throw overloaded();
      return await waitInQueue(queue, { username, take: () => occupy(username) }, { timeoutMs, overloaded, signal });
    },
  };
}

interface WaitOptions {
  readonly timeoutMs: number;
  readonly overloaded: () => Overloaded;
  readonly signal: AbortSignal | undefined;
}

/** Waits in a queue until there is a place. */
function waitInQueue(
  queue: Set<Waiter>,
  { username, take: occupy }: Pick<Waiter, 'username'> & { readonly take: () => ReleaseSlot },
  { timeoutMs, overloaded, signal }: WaitOptions,
): Promise<ReleaseSlot> {
  return new Promise((resolve, reject) => {
    const cleanUp = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      queue.delete(waiter);
    };
    const rejectWith = (reason: unknown): void => {
      cleanUp();
      reject(reason);
    };
    const onAbort = () => rejectWith(signal?.reason);
    const grant = (): void => {
      cleanUp();
      resolve(occupy());
    };
    const waiter = { username, grant };
    const timer = setTimeout(() => rejectWith(overloaded()), timeoutMs);
    signal?.addEventListener('abort', onAbort);
    queue.add(waiter);
  });
}

/** Shorter than a body may fail to come. */
const timeoutMs = 30_000;

/** Each takes about half a megabyte. */
export const uploadSlots = createFairSemaphore({ max: 8, maxPerUser: 4, maxWaiting: 64, timeoutMs, label: 'uploads' });

/** Each takes about half a megabyte. */
export const downloadSlots = createFairSemaphore({
  max: 16,
  maxPerUser: 8,
  maxWaiting: 128,
  timeoutMs,
  label: 'downloads',
});

/** Each is stored in the database until it is read, beside its result. */
export const largeFileSlots = createFairSemaphore({
  max: 2,
  maxPerUser: 1,
  maxWaiting: 16,
  timeoutMs,
  label: 'large files',
});

/** Each reads and renders up to 2,000 templates. */
export const generationSlots = createFairSemaphore({
  max: 2,
  maxPerUser: 1,
  maxWaiting: 16,
  timeoutMs,
  label: 'documents to generate',
});

/** Each takes several times its size while it is rendered, up to 300 MB. */
export const largeAnswerSlots = createFairSemaphore({
  max: 2,
  maxPerUser: 1,
  maxWaiting: 64,
  timeoutMs,
  label: 'large answers',
});
