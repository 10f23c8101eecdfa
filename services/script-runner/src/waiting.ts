/** Nothing is free for a caller within the time that it may wait. */
export class Busy extends Error {
  override name = 'Busy';
}

/** Who waits, for how long, and until when it is of any use. */
export interface Asked {
  readonly owner: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

interface Place<A, T> {
  readonly asked: A;
  readonly grant: (thing: T) => void;
}

/** Those who wait in line: owners are served by turns, and each in the order in which its own came. */
export interface Waiting<A, T> {
  readonly length: number;
  /** Throws `Busy` when it is too late, or the signal's reason. */
  join(asked: A): Promise<T>;
  /** Gives a thing to the first of the owner that fits and was served longest ago; answers who that was. */
  give(thing: T, fits: (asked: A) => boolean): A | null;
}

/** How much of a queue one owner may fill, so that who floods one script does not keep the others out. */
const shareOfOne = 1 / 2;

function isFull(queue: readonly { readonly asked: Asked }[], longest: number, owner: string): boolean {
  const most = longest * shareOfOne;
  if (queue.length < most) return false;
  return queue.length >= longest || queue.filter(({ asked }) => asked.owner === owner).length >= most;
}

/** Remembers whose turn it was; an owner that has not been served since the queue was empty comes first. */
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
export function createWaiting<A extends Asked, T>(longest: number): Waiting<A, T> {
  const queue: Place<A, T>[] = [];
  const turns = createTurns();
  const join = async (asked: A): Promise<T> => {
    asked.signal.throwIfAborted();
    if (isFull(queue, longest, asked.owner)) throw new Busy('every place is taken, and those to wait at too');
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const place = { asked, grant: resolve };
    const leave = (reason: unknown): void => {
      const at = queue.indexOf(place);
      if (at !== -1) queue.splice(at, 1);
      reject(reason);
    };
    const late = setTimeout(() => leave(new Busy(`no place was free within ${asked.waitMs} ms`)), asked.waitMs);
    const gone = (): void => leave(asked.signal.reason);
    asked.signal.addEventListener('abort', gone);
    queue.push(place);
    return await promise.finally(() => {
      clearTimeout(late);
      asked.signal.removeEventListener('abort', gone);
    });
  };
  return {
    join,
    get length() {
      return queue.length;
    },
    give(thing, fits) {
      const at = queue.reduce((best, { asked }, index) => {
        const chosen = queue[best];
        const isSooner = chosen === undefined || turns.isBefore(asked.owner, chosen.asked.owner);
        return isSooner && fits(asked) ? index : best;
      }, -1);
      const [place] = at === -1 ? [] : queue.splice(at, 1);
      if (queue.length === 0) turns.forget();
      else if (place !== undefined) turns.served(place.asked.owner);
      place?.grant(thing);
      return place?.asked ?? null;
    },
  };
}
