/** Nothing is free for a caller within the time that it may wait. */
export class Busy extends Error {
  override name = 'Busy';
}

/** Who waits, for how long, and until when it is of any use. */
export interface Waiter {
  readonly owner: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

interface Entry<W, T> {
  readonly waiter: W;
  readonly resolve: (resource: T) => void;
}

/** Those who wait in line: owners are served by turns, and each in the order in which its own came. */
export interface FairQueue<W, T> {
  readonly length: number;
  /** Throws `Busy` when it is too late, or the signal's reason. */
  join(waiter: W): Promise<T>;
  /** Gives a thing to the first waiter that fits, of the owner that was served longest ago; answers which that was. */
  grant(resource: T, accepts: (waiter: W) => boolean): W | null;
}

/** How much of a queue one owner may fill, so that who floods one script does not keep the others out. */
const maxOwnerShare = 1 / 2;

function isFull(queue: readonly { readonly waiter: Waiter }[], maxLength: number, owner: string): boolean {
  const maxPerOwner = maxLength * maxOwnerShare;
  if (queue.length < maxPerOwner) return false;
  return queue.length >= maxLength || queue.filter(({ waiter }) => waiter.owner === owner).length >= maxPerOwner;
}

/** Which owner was served when; one that has not been since the queue was empty comes first. */
function createRotation() {
  const rotation = new Map<string, number>();
  const lastServed = (owner: string): number => rotation.get(owner) ?? 0;
  let counter = 0;
  return {
    isBefore: (owner: string, otherOwner: string): boolean => lastServed(owner) < lastServed(otherOwner),
    served(owner: string): void {
      counter += 1;
      rotation.set(owner, counter);
    },
    clear: () => rotation.clear(),
  };
}

/** A queue of at most `longest`. */
export function createFairQueue<W extends Waiter, T>(maxLength: number): FairQueue<W, T> {
  const queue: Entry<W, T>[] = [];
  const rotation = createRotation();
  const join = async (waiter: W): Promise<T> => {
    waiter.signal.throwIfAborted();
    if (isFull(queue, maxLength, waiter.owner)) throw new Busy('every place is taken, and those to wait at too');
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const entry = { waiter, resolve };
    const leave = (reason: unknown): void => {
      const at = queue.indexOf(entry);
      if (at !== -1) queue.splice(at, 1);
      reject(reason);
    };
    const timeout = setTimeout(() => leave(new Busy(`no place was free within ${waiter.waitMs} ms`)), waiter.waitMs);
    const onAbort = (): void => leave(waiter.signal.reason);
    waiter.signal.addEventListener('abort', onAbort);
    queue.push(entry);
    return await promise.finally(() => {
      clearTimeout(timeout);
      waiter.signal.removeEventListener('abort', onAbort);
    });
  };
  return {
    join,
    get length() {
      return queue.length;
    },
    grant(resource, accepts) {
      const at = queue.reduce((best, { waiter }, index) => {
        const bestEntry = queue[best];
        const isSooner = bestEntry === undefined || rotation.isBefore(waiter.owner, bestEntry.waiter.owner);
        return isSooner && accepts(waiter) ? index : best;
      }, -1);
      const [entry] = at === -1 ? [] : queue.splice(at, 1);
      if (queue.length === 0) rotation.clear();
      else if (entry !== undefined) rotation.served(entry.waiter.owner);
      entry?.resolve(resource);
      return entry?.waiter ?? null;
    },
  };
}
