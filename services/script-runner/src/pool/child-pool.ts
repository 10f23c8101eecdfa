import { type RefusalReason, WaitingList } from '@slipway/concurrency';
import { LRUCache } from 'lru-cache';
import { type Child, type Order, type Reply, type Setup, startChild } from './child-process.ts';
import type { PoolSettings } from './settings.ts';

/** No child is free within the maximum time in the queue, or the queue is full. */
export class Busy extends Error {
  override name = 'Busy';
}

/** An order of an owner, with the maximum time in the queue (`waitMs`). After `killMs`, the child is killed. */
export interface Job {
  readonly owner: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly order: Order;
  readonly killMs: number;
}

/** The share of the queue that one owner may fill, so that one owner does not exclude the others. */
const maxOwnerShare = 1 / 2;

const refuse = (reason: RefusalReason, waitMs: number): Busy =>
  new Busy(
    reason === 'full' ? 'all slots are in use, and the queue is full' : `no slot became free within ${waitMs} ms`,
  );

/** Creates a queue that serves the owners in turn. */
export const createJobQueue = <T>(maxWaiting: number): WaitingList<Job, T> =>
  new WaitingList({ maxWaiting, maxWaitingPerKey: maxWaiting * maxOwnerShare, refuse });

/** The result of a job. The reply is null if the child has ended. */
export interface JobResult {
  readonly reply: Reply | null;
  readonly isLate: boolean;
  readonly ms: number;
}

interface Slot {
  readonly child: Child;
  /** scripts for which the child has, or had, an isolate */
  readonly keys: Set<string>;
  state: 'starting' | 'idle' | 'busy' | 'leaving';
  runs: number;
  /** whether a replacement has been started, and whether it is warm */
  succession: 'none' | 'opened' | 'done';
  owner: string | null;
  idle: NodeJS.Timeout | undefined;
}

/** A child that ends during its start is replaced after this delay, because the next one would probably end, too. */
const restartDelayMs = 1_000;
/** After a script was stopped, its owner may use only one child at a time for this period. */
const throttledMs = 10_000;

const keyOf = (order: Order): string => (order.does === 'run' ? order.key : '');

/** Children of one kind, each with one job at a time, and their queue. */
export class ChildPool {
  readonly #poolSettings: PoolSettings;
  readonly #setup: Setup;
  readonly #slots = new Set<Slot>();
  readonly #queue: WaitingList<Job, Slot>;
  readonly #throttled = new LRUCache<string, true>({ max: 1_000, ttl: throttledMs });
  #restartTimer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(poolSettings: PoolSettings, setup: Setup) {
    this.#poolSettings = poolSettings;
    this.#setup = setup;
    this.#queue = createJobQueue(poolSettings.maxQueueLength);
    this.#fill();
  }

  /**
   * Waits for a free child and runs the job there. Throws `Busy`, or the abort reason if the caller cancels the job in
   * the queue.
   */
  async run(job: Job): Promise<JobResult> {
    const slot = await this.#join(job);
    const isUsed = slot.runs > 0 && job.order.does === 'run';
    const result = await this.#perform(slot, job);
    // Earlier scripts may have left too little memory in the child. An unfinished run has no effect, so it is run once
    // more.
    if (result.reply !== null || result.isLate || !isUsed || job.signal.aborted) return result;
    return await this.#perform(await this.#join(job), job);
  }

  #join(job: Job): Promise<Slot> {
    const joined = this.#queue.join(job.owner, job, { signal: job.signal, timeoutMs: job.waitMs });
    this.#serve();
    this.#fill();
    return joined;
  }

  get counts(): { readonly warm: number; readonly running: number; readonly waiting: number } {
    const states = [...this.#slots].map(({ state }) => state);
    const running = states.filter((state) => state === 'busy').length;
    return { warm: states.filter((state) => state !== 'starting').length, running, waiting: this.#queue.size };
  }

  get pids(): readonly number[] {
    return [...this.#slots].map(({ child }) => child.pid);
  }

  /** Whether a child is warm. Waits until all starting children are warm or have ended. */
  async isWarm(): Promise<boolean> {
    const ready = await Promise.all([...this.#slots].map(({ child }) => child.ready));
    return ready.includes(true);
  }

  /** Kills all children, including busy ones. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#restartTimer);
    const ended = [...this.#slots].map(({ child }) => child.ended);
    for (const { child } of this.#slots) child.kill();
    await Promise.all(ended);
  }

  async #perform(slot: Slot, { order, owner, killMs, signal }: Job): Promise<JobResult> {
    const startedAt = performance.now();
    let isLate = false;
    const kill = setTimeout(() => {
      isLate = true;
      this.#end(slot);
    }, killMs);
    const cancel = (): void => this.#end(slot);
    // A short run is not killed: replacing a child takes longer.
    if (killMs > this.#setup.settings.minKillMs) signal.addEventListener('abort', cancel);
    const reply = await slot.child.request(order);
    clearTimeout(kill);
    signal.removeEventListener('abort', cancel);
    if (reply === null || reply.error?.type === 'Timeout') this.#throttled.set(owner, true);
    // A child that was killed at the moment of its reply takes no further job.
    if (reply !== null && slot.state === 'busy') this.#finish(slot, order, reply);
    return { reply, isLate, ms: performance.now() - startedAt };
  }

  #finish(slot: Slot, order: Order, { error, rssMb = 0 }: Reply): void {
    slot.runs += 1;
    if (order.does === 'run' && !error) slot.keys.add(order.key);
    const { runsPerChild, maxChildMb } = this.#setup.settings;
    const isWorn = slot.runs >= runsPerChild || rssMb >= maxChildMb;
    if (isWorn && slot.succession === 'none') void this.#succeed(slot);
    this.#release(slot);
  }

  /** The old child serves until the new one is warm. */
  async #succeed(slot: Slot): Promise<void> {
    slot.succession = 'opened';
    if (!this.#isStopped) await this.#open().child.ready;
    slot.succession = 'done';
    if (slot.state === 'idle') this.#end(slot);
  }

  #end(slot: Slot): void {
    slot.state = 'leaving';
    slot.child.kill();
  }

  #open(): Slot {
    const child = startChild(this.#poolSettings, this.#setup);
    const slot: Slot = {
      child,
      keys: new Set(),
      state: 'starting',
      runs: 0,
      succession: 'none',
      owner: null,
      idle: undefined,
    };
    this.#slots.add(slot);
    void child.ready.then((isWarm) => isWarm && this.#release(slot));
    void child.ended.then(() => this.#leave(slot));
    return slot;
  }

  #leave(slot: Slot): void {
    clearTimeout(slot.idle);
    this.#slots.delete(slot);
    if (slot.state === 'starting' && !this.#isStopped) {
      this.#restartTimer ??= setTimeout(() => {
        this.#restartTimer = undefined;
        this.#fill();
      }, restartDelayMs);
    }
    this.#fill();
  }

  /** Starts the minimum number of children, and more for queued jobs, up to the limit. */
  #fill(): void {
    if (this.#isStopped || this.#restartTimer !== undefined) return;
    const { size, minimum } = this.#poolSettings;
    const busy = [...this.#slots].filter(({ state }) => state === 'busy').length;
    const targetSize = Math.min(size, Math.max(minimum, busy + this.#queue.size));
    while (this.#slots.size < targetSize) this.#open();
  }

  #release(slot: Slot): void {
    slot.state = 'idle';
    slot.owner = null;
    if (slot.succession === 'done') this.#end(slot);
    this.#serve();
    if (slot.state === 'idle' && this.#slots.size > this.#poolSettings.minimum) {
      clearTimeout(slot.idle);
      slot.idle = setTimeout(() => this.#end(slot), this.#setup.settings.idleMs);
    }
  }

  #serve(): void {
    for (const slot of this.#slots) {
      if (slot.state !== 'idle') continue;
      const job = this.#queue.offer(slot, (candidate) => this.#mayTake(slot, candidate));
      if (job === null) continue;
      clearTimeout(slot.idle);
      slot.state = 'busy';
      slot.owner = job.owner;
    }
  }

  /** Whether a child may take a job. A script prefers a free child that has an isolate for it. */
  #mayTake(slot: Slot, { order, owner }: Job): boolean {
    const key = keyOf(order);
    const otherSlots = [...this.#slots].filter((otherSlot) => otherSlot !== slot);
    const isThrottled = this.#throttled.has(owner);
    if (isThrottled && otherSlots.some((otherSlot) => otherSlot.owner === owner)) return false;
    return slot.keys.has(key) || !otherSlots.some((otherSlot) => otherSlot.state === 'idle' && otherSlot.keys.has(key));
  }
}
