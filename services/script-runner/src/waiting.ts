/** Nothing is free for a caller within the time that it may wait. */
export class Busy extends Error {
  override name = 'Busy';
}

/** Who waits, for how long, and until when it is of any use. */
export interface Asked {
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

interface Place<A, T> {
  readonly asked: A;
  readonly grant: (thing: T) => void;
}

/** First come, first served, for those who may be. */
export interface Waiting<A, T> {
  readonly length: number;
  /** Throws `Busy` when it is too late, or the signal's reason. */
  join(asked: A): Promise<T>;
  /** Gives a thing to the first that fits; answers who that was. */
  give(thing: T, fits: (asked: A) => boolean): A | null;
}

/** A queue of at most `longest`. */
export function createWaiting<A extends Asked, T>(longest: number): Waiting<A, T> {
  const queue: Place<A, T>[] = [];
  const join = async (asked: A): Promise<T> => {
    asked.signal.throwIfAborted();
    if (queue.length >= longest) throw new Busy('every place is taken, and those to wait at too');
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
      const at = queue.findIndex(({ asked }) => fits(asked));
      const [place] = at === -1 ? [] : queue.splice(at, 1);
      place?.grant(thing);
      return place?.asked ?? null;
    },
  };
}
