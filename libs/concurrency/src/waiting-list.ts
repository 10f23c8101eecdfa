import { type Item, LinkedList } from './linked-list.ts';

/** The user, host or release of a caller. */
export type Key = string | symbol;

/** Why a caller does not wait: the queue is full, or no slot was free in time. */
export type RefusalReason = 'full' | 'timeout';

export interface WaitingOptions {
  /** The maximum number of waiting callers, in total and for each key. Unlimited by default. */
  readonly maxWaiting?: number;
  readonly maxWaitingPerKey?: number;
  /** The maximum waiting time of a caller, in milliseconds. Unlimited by default. */
  readonly timeoutMs?: number;
  /** Returns the error for a caller that cannot wait, or that waits no longer. */
  readonly refuse?: (reason: RefusalReason, timeoutMs: number) => Error;
}

/** The end of a wait without a value. */
interface WaitLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

interface Entry<Waiter, Value> {
  readonly waiter: Waiter;
  readonly resolve: (value: Value) => void;
  /** Stops the timer and removes the abort listener of a wait. */
  cleanUp: (() => void) | undefined;
}

/** The waiting callers of one key. */
interface KeyQueue<Waiter, Value> {
  readonly key: Key;
  readonly entries: LinkedList<Entry<Waiter, Value>>;
  /** The item of this key in the rotation, while callers wait. */
  turn: Item<KeyQueue<Waiter, Value>> | null;
}

const defaultRefusal = (reason: RefusalReason): Error =>
  new Error(reason === 'full' ? 'the queue is full' : 'the wait took too long');

/** Callers that wait for a value. The keys are served in turn, and the callers of each key in order of arrival. */
export class WaitingList<Waiter, Value> {
  readonly #options: WaitingOptions;
  /** The key that was served last is at the end. */
  readonly #rotation = new LinkedList<KeyQueue<Waiter, Value>>();
  readonly #queues = new Map<Key, KeyQueue<Waiter, Value>>();
  #size = 0;

  constructor(options: WaitingOptions = {}) {
    this.#options = options;
  }

  get size(): number {
    return this.#size;
  }

  /** Rejects with the error of `refuse`, or the reason of the signal. */
  join(key: Key, waiter: Waiter, { signal, timeoutMs = this.#options.timeoutMs }: WaitLimits = {}): Promise<Value> {
    const { maxWaiting = Infinity, maxWaitingPerKey = Infinity, refuse = defaultRefusal } = this.#options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const waitingOfKey = this.#queues.get(key)?.entries.size ?? 0;
    if (this.#size >= maxWaiting || waitingOfKey >= maxWaitingPerKey)
      return Promise.reject(refuse('full', timeoutMs ?? 0));
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const queue = this.#queueOf(key);
    const entry: Entry<Waiter, Value> = { waiter, resolve, cleanUp: undefined };
    const item = queue.entries.push(entry);
    this.#size += 1;
    if (signal === undefined && timeoutMs === undefined) return promise;
    const leave = (reason: unknown): void => {
      this.#remove(queue, item);
      reject(reason);
    };
    const onAbort = (): void => leave(signal?.reason);
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => leave(refuse('timeout', timeoutMs)), timeoutMs);
    signal?.addEventListener('abort', onAbort);
    entry.cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    return promise;
  }

  /** Returns the waiting key with the lowest rank, at least 0. Of equal ranks, the key that was served longest ago. */
  next(rankOf: (key: Key) => number): Key | undefined {
    let best: Key | undefined;
    let bestRank = Infinity;
    for (let turn = this.#rotation.first; turn !== null && bestRank > 0; turn = turn.next) {
      const rank = rankOf(turn.value.key);
      if (rank >= bestRank) continue;
      best = turn.value.key;
      bestRank = rank;
    }
    return best;
  }

  /** Moves the key behind all other keys of its rank. */
  postpone(key: Key): void {
    const queue = this.#queues.get(key);
    if (queue !== undefined) this.#moveToEnd(queue);
  }

  isWaiting(key: Key): boolean {
    return this.#queues.has(key);
  }

  /** Gives a value to the first caller of a key. */
  serve(key: Key, value: Value): void {
    const queue = this.#queues.get(key);
    if (queue?.entries.first) this.#grant(queue, queue.entries.first, value);
  }

  /** Gives a value to the first caller that accepts it, key by key in turn. Returns this caller, or null. */
  offer(value: Value, accepts: (waiter: Waiter) => boolean): Waiter | null {
    for (let turn = this.#rotation.first; turn !== null; turn = turn.next) {
      for (let item = turn.value.entries.first; item !== null; item = item.next) {
        if (!accepts(item.value.waiter)) continue;
        this.#grant(turn.value, item, value);
        return item.value.waiter;
      }
    }
    return null;
  }

  #grant(queue: KeyQueue<Waiter, Value>, item: Item<Entry<Waiter, Value>>, value: Value): void {
    this.#remove(queue, item);
    this.#moveToEnd(queue);
    item.value.resolve(value);
  }

  #moveToEnd(queue: KeyQueue<Waiter, Value>): void {
    if (!queue.turn?.next) return;
    this.#rotation.remove(queue.turn);
    queue.turn = this.#rotation.push(queue);
  }

  #queueOf(key: Key): KeyQueue<Waiter, Value> {
    const existing = this.#queues.get(key);
    if (existing !== undefined) return existing;
    const queue: KeyQueue<Waiter, Value> = { key, entries: new LinkedList(), turn: null };
    queue.turn = this.#rotation.push(queue);
    this.#queues.set(key, queue);
    return queue;
  }

  #remove(queue: KeyQueue<Waiter, Value>, item: Item<Entry<Waiter, Value>>): void {
    queue.entries.remove(item);
    this.#size -= 1;
    item.value.cleanUp?.();
    if (queue.entries.size > 0) return;
    this.#queues.delete(queue.key);
    if (queue.turn !== null) this.#rotation.remove(queue.turn);
    queue.turn = null;
  }
}
