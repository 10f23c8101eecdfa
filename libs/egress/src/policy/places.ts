/** Gives a place back; may be called once. */
type Free = () => void;

/** So many at once; others wait for their turn, in the order in which they came. */
export interface Places {
  /** Throws the reason of `signal` when that comes before a free place. */
  take(signal?: AbortSignal): Promise<Free>;
  readonly taken: number;
  readonly waiting: number;
}

export function createPlaces(most: number): Places {
  const waiting = new Set<() => void>();
  let taken = 0;
  const free = () => {
    taken -= 1;
    const [next] = waiting;
    if (next === undefined) return;
    waiting.delete(next);
    next();
  };
  const take = async (signal?: AbortSignal): Promise<Free> => {
    signal?.throwIfAborted();
    if (taken < most) {
      taken += 1;
      return free;
    }
    return await new Promise((resolve, reject) => {
      const turn = () => {
        signal?.removeEventListener('abort', giveUp);
        taken += 1;
        resolve(free);
      };
      const giveUp = () => {
        waiting.delete(turn);
        reject(signal?.reason);
      };
      waiting.add(turn);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  };
  return {
    take,
    get taken() {
      return taken;
    },
    get waiting() {
      return waiting.size;
    },
  };
}
