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
  readonly resolve: (thing: T) => void;
}

/** Those who wait in line: owners are served by turns, and each in the order in which its own came. */
export interface FairQueue<W, T> {
  readonly length: number;
  /** Throws `Busy` when it is too late, or the signal's reason. */
  join(waiter: W): Promise<T>;
  /** Gives a thing to the first waiter that fits, of the owner that was served longest ago; answers which that was. */
  grant(thing: T, fits: (waiter: W) => boolean): W | null;
}

/** How much of a queue one owner may fill, so that who floods one script does not keep the others out. */
const shareOfOne = 1 / 2;

function isFull(queue: readonly { readonly waiter: Waiter }[], longest: number, owner: string): boolean {
  const most = longest * shareOfOne;
  if (queue.length < most) return false;
  return queue.length >= longest || queue.filter(({ waiter }) => waiter.owner === owner).length >= most;
}

/** Which owner was served when; one that has not been since the queue was empty comes first. */
function createTurns() {
  const turns = new Map<string, number>();
  const last = (owner: string): number => turns.get(owner) ?? 0;
  let turn = 0;
  return {
    isBefore: (owner: string, other: string): boolean => last(owner) < last(other),
    served(owner: string): void {
      turn += 1;
      turns.set(owner, turn);
    },
    forget: () => turns.clear(),
  };
}

/** A queue of at most `longest`. */
export function createFairQueue<W extends Waiter, T>(longest: number): FairQueue<W, T> {
  const queue: Entry<W, T>[] = [];
  const turns = createTurns();
  const join = async (waiter: W): Promise<T> => {
    waiter.signal.throwIfAborted();
    if (isFull(queue, longest, waiter.owner)) throw new Busy('every place is taken, and those to wait at too');
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const entry = { waiter, resolve };
    const leave = (reason: unknown): void => {
      const at = queue.indexOf(entry);
      if (at !== -1) queue.splice(at, 1);
      reject(reason);
    };
    const late = setTimeout(() => leave(new Busy(`no place was free within ${waiter.waitMs} ms`)), waiter.waitMs);
    const gone = (): void => leave(waiter.signal.reason);
    waiter.signal.addEventListener('abort', gone);
    queue.push(entry);
    return await promise.finally(() => {
      clearTimeout(late);
      waiter.signal.removeEventListener('abort', gone);
    });
  };
  return {
    join,
    get length() {
      return queue.length;
    },
    grant(thing, fits) {
      const at = queue.reduce((best, { waiter }, index) => {
        const chosen = queue[best];
        const isSooner = chosen === undefined || turns.isBefore(waiter.owner, chosen.waiter.owner);
        return isSooner && fits(waiter) ? index : best;
      }, -1);
      const [entry] = at === -1 ? [] : queue.splice(at, 1);
      if (queue.length === 0) turns.forget();
      else if (entry !== undefined) turns.served(entry.waiter.owner);
      entry?.resolve(thing);
      return entry?.waiter ?? null;
    },
  };
}
