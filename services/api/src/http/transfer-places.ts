import { Overloaded } from '@slipway/engine';

interface Limits {
  /** Concurrently, in total and for each user. */
  readonly most: number;
  readonly ofOne: number;
  /** how many wait at most, and for how many milliseconds */
  readonly waiting: number;
  readonly waitMs: number;
  /** what there are too many of */
  readonly what: string;
}

/** Releases a slot; further calls have no effect. */
export type Leave = () => void;

interface Waiting {
  readonly username: string;
  readonly go: () => void;
}

/**
 * A bounded number of places for expensive work. `enter` waits for a place, in order. One user never has all places, and
 * never more than half of the queue. `enter` throws Overloaded when the queue is full or no place becomes free in time, and
 * the reason of `signal` when that is aborted.
 */
export function transferPlaces({ most, ofOne, waiting, waitMs, what }: Limits) {
  const taken = new Map<string, number>();
  const queue = new Set<Waiting>();
  let underWay = 0;
  const overloaded = () => new Overloaded(`too many ${what} at once, try again`);
  const mayGo = (username: string): boolean => underWay < most && (taken.get(username) ?? 0) < ofOne;

  function take(username: string): Leave {
    underWay += 1;
    taken.set(username, (taken.get(username) ?? 0) + 1);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      underWay -= 1;
      const left = (taken.get(username) ?? 0) - 1;
      if (left > 0) taken.set(username, left);
      else taken.delete(username);
      [...queue].find((one) => mayGo(one.username))?.go();
    };
  }

  return {
    enter: async (username: string, signal?: AbortSignal): Promise<Leave> => {
      signal?.throwIfAborted();
      if (mayGo(username)) return take(username);
      const own = [...queue].filter((one) => one.username === username).length;
      if (queue.size >= waiting || own >= waiting / 2) throw overloaded();
      return await waitIn(queue, { username, take: () => take(username) }, { waitMs, overloaded, signal });
    },
  };
}

interface Patience {
  readonly waitMs: number;
  readonly overloaded: () => Overloaded;
  readonly signal: AbortSignal | undefined;
}

/** Waits in a queue until there is a place. */
function waitIn(
  queue: Set<Waiting>,
  { username, take }: Pick<Waiting, 'username'> & { readonly take: () => Leave },
  { waitMs, overloaded, signal }: Patience,
): Promise<Leave> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(late);
      signal?.removeEventListener('abort', onAbort);
      queue.delete(one);
    };
    const refuse = (reason: unknown): void => {
      end();
      reject(reason);
    };
    const onAbort = () => refuse(signal?.reason);
    const go = (): void => {
      end();
      resolve(take());
    };
    const one = { username, go };
    const late = setTimeout(() => refuse(overloaded()), waitMs);
    signal?.addEventListener('abort', onAbort);
    queue.add(one);
  });
}

/** Shorter than a body may fail to come. */
const waitMs = 30_000;

/** Each takes about half a megabyte. */
export const uploads = transferPlaces({ most: 8, ofOne: 4, waiting: 64, waitMs, what: 'uploads' });

/** Each takes about half a megabyte. */
export const downloads = transferPlaces({ most: 16, ofOne: 8, waiting: 128, waitMs, what: 'downloads' });

/** Each is stored in the database until it is read, beside its result. */
export const largeFiles = transferPlaces({ most: 2, ofOne: 1, waiting: 16, waitMs, what: 'large files' });

/** Each reads and renders up to 2,000 templates. */
export const generations = transferPlaces({ most: 2, ofOne: 1, waiting: 16, waitMs, what: 'documents to generate' });

/** Each takes several times its size while it is rendered, up to 300 MB. */
export const largeAnswers = transferPlaces({ most: 2, ofOne: 1, waiting: 64, waitMs, what: 'large answers' });
