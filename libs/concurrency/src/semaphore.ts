import { type Key, WaitingList, type WaitingOptions } from './waiting-list.ts';

/** Releases a slot; further calls have no effect. */
export type Release = () => void;

export interface SemaphoreOptions extends WaitingOptions {
  /** The number of slots. */
  readonly max: number;
  /** The maximum number of slots for each key. A function receives the number of free slots. Unlimited by default. */
  readonly maxPerKey?: number | ((free: number) => number);
}

/**
 * Limits concurrency, in total and for each key; other callers wait. The key with the fewest slots is served first, and
 * of equal keys the one that had a slot longest ago. All work without a key belongs to one key.
 */
export class Semaphore {
  readonly #max: number;
  readonly #maxPerKey: number | ((free: number) => number);
  readonly #waiting: WaitingList<null, Release>;
  readonly #held = new Map<Key, number>();
  #inUse = 0;

  constructor({ max, maxPerKey = Infinity, ...waiting }: SemaphoreOptions) {
    this.#max = max;
    this.#maxPerKey = maxPerKey;
    this.#waiting = new WaitingList(waiting);
  }

  get inUse(): number {
    return this.#inUse;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** The slots of one key. */
  held = (key: Key): number => this.#held.get(key) ?? 0;

  /** The keys that have reached their limit. */
  fullKeys(): readonly Key[] {
    const limit = this.#limit();
    return [...this.#held].flatMap(([key, held]) => (held >= limit ? [key] : []));
  }

  /** Waits for a slot. Throws the error of `refuse`, or the reason of the signal. */
  async acquire(key: Key = '', signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    return this.tryAcquire(key) ?? (await this.#waiting.join(key, null, { signal }));
  }

  /** Returns null if no slot is free. */
  tryAcquire(key: Key = ''): Release | null {
    return this.#isFree(key) ? this.#take(key) : null;
  }

  /** Runs work in a slot. If a slot is free, the work starts before this function returns. */
  async run<T>(work: () => Promise<T>, key: Key = ''): Promise<T> {
    const release = this.tryAcquire(key) ?? (await this.#waiting.join(key, null));
    try {
      return await work();
    } finally {
      release();
    }
  }

  #limit(): number {
    return typeof this.#maxPerKey === 'number' ? this.#maxPerKey : this.#maxPerKey(this.#max - this.#inUse);
  }

  #isFree(key: Key): boolean {
    return this.#inUse < this.#max && this.held(key) < this.#limit();
  }

  #take(key: Key): Release {
    this.#inUse += 1;
    this.#held.set(key, this.held(key) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#release(key);
    };
  }

  #release(key: Key): void {
    const wasFull = this.#inUse >= this.#max;
    const held = this.held(key) - 1;
    this.#inUse -= 1;
    if (held === 0) this.#held.delete(key);
    else this.#held.set(key, held);
    this.#waiting.postpone(key);
    // With free slots and a fixed limit of each key, only callers of this key can have waited for this slot.
    const isOwnSlot = !wasFull && typeof this.#maxPerKey === 'number';
    const next = (): Key | undefined => (isOwnSlot ? key : this.#waiting.next(this.held));
    for (let waiting = next(); waiting !== undefined && this.#serve(waiting); ) waiting = next();
  }

  #serve(key: Key): boolean {
    const canServe = this.#waiting.isWaiting(key) && this.#isFree(key);
    if (canServe) this.#waiting.serve(key, this.#take(key));
    return canServe;
  }
}
