import { type RefusalReason, WaitingList } from '@slipway/concurrency';
import { LRUCache } from 'lru-cache';
import { type Child, type Order, type Reply, type Setup, startChild } from './child-process.ts';
import type { PoolSettings } from './settings.ts';

/** No child is free for a job within the time that it may wait. */
export class Busy extends Error {
  override name = 'Busy';
}

/** An order of an owner, with the maximum time in the queue, and in a child that is then killed. */
export interface Job {
  readonly owner: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly order: Order;
  readonly killMs: number;
}

/** How much of the queue one owner may fill: a flood of one script does not exclude the others. */
const maxOwnerShare = 1 / 2;

const refuse = (reason: RefusalReason, waitMs: number): Busy =>
  new Busy(
    reason === 'full' ? 'every place is taken, and those to wait at too' : `no place was free within ${waitMs} ms`,
  );

/** The owners are served in turn. */
export const createJobQueue = <T>(maxWaiting: number): WaitingList<Job, T> =>
  new WaitingList({ maxWaiting, maxWaitingPerKey: maxWaiting * maxOwnerShare, refuse });

/** The result of a job: a reply, or none if its child has ended. */
export interface JobResult {
  readonly reply: Reply | null;
  readonly isLate: boolean;
  readonly ms: number;
}

interface Slot {
  readonly child: Child;
  /** scripts for which the child has an isolate, or had one */
  readonly keys: Set<string>;
  state: 'starting' | 'idle' | 'busy' | 'leaving';
  runs: number;
  /** whether another child was opened in its place, and is warm */
  succession: 'none' | 'opened' | 'done';
  owner: string | null;
  idle: NodeJS.Timeout | undefined;
}

/** A child that ends during its start is not replaced at once: the next one would probably end too. */
const restartDelayMs = 1_000;
/** An owner whose script had to be stopped has one child at a time for so long, so that it does not take them all. */
const throttledMs = 10_000;

const keyOf = (order: Order): string => (order.does === 'run' ? order.key : '');

/** Children of one kind, each with one job at a time, and the queue before them. */
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

  /** Waits for a free child and has it do the job. Throws `Busy`, or the reason why the caller gave it up while it waited. */
  async run(job: Job): Promise<JobResult> {
    const slot = await this.#join(job);
    const isUsed = slot.runs > 0 && job.order.does === 'run';
    const result = await this.#perform(slot, job);
    // The scripts before it may have left so little memory that its child ended. Nothing of a run counts before its end,
    // so it is run once more.
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

  /** Whether a child is warm; resolves when those that start now are, or have ended. */
  async isWarm(): Promise<boolean> {
    const ready = await Promise.all([...this.#slots].map(({ child }) => child.ready));
    return ready.includes(true);
  }

  /** Ends every child, whatever it is doing. */
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
    // One that was killed in the moment of its answer does nothing more.
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

  /** Starts the minimum number of children, and more for waiting runs, up to the limit. */
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

  /** A script goes to a child that has an isolate for it, if one is free. */
  #mayTake(slot: Slot, { order, owner }: Job): boolean {
    const key = keyOf(order);
    const otherSlots = [...this.#slots].filter((otherSlot) => otherSlot !== slot);
    const isThrottled = this.#throttled.has(owner);
    if (isThrottled && otherSlots.some((otherSlot) => otherSlot.owner === owner)) return false;
    return slot.keys.has(key) || !otherSlots.some((otherSlot) => otherSlot.state === 'idle' && otherSlot.keys.has(key));
  }
}
