import { type Child, type Order, type Reply, startChild } from './child-process.ts';
import type { Language } from './language.ts';
import type { LaneSettings, Settings } from './settings.ts';
import { type Asked, createWaiting, type Waiting } from './waiting.ts';

/** An order, and after how long its child is killed. */
export interface Job extends Asked {
  readonly order: Order;
  readonly killMs: number;
}

/** What became of a job: a reply, or none, since its child has ended. */
export interface Done {
  readonly reply: Reply | null;
  readonly isLate: boolean;
  readonly ms: number;
}

interface Seat {
  readonly child: Child;
  /** scripts for which the child has an isolate, or had one */
  readonly keys: Set<string>;
  state: 'starting' | 'idle' | 'busy' | 'leaving';
  runs: number;
  /** its last script had to be stopped */
  isStrained: boolean;
  /** whether another child was opened in its place, and is warm */
  succession: 'none' | 'opened' | 'done';
  owner: string | null;
  idle: NodeJS.Timeout | undefined;
}

/** A child that ends before it is warm is not replaced at once: what ended it would end the next one, too. */
const pauseMs = 1_000;
/** An owner whose script had to be stopped has one child at a time for so long, so that it does not take them all. */
const slowedMs = 10_000;

const keyOf = (order: Order): string => (order.does === 'run' ? order.key : '');

/** Children of one kind, each with one job at a time, and the queue before them. */
export class Lane {
  readonly #lane: LaneSettings;
  readonly #settings: Settings;
  readonly #languages: readonly Language[];
  readonly #seats = new Set<Seat>();
  readonly #waiting: Waiting<Job, Seat>;
  readonly #slowed = new Map<string, number>();
  #pause: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(lane: LaneSettings, settings: Settings, languages: readonly Language[]) {
    this.#lane = lane;
    this.#settings = settings;
    this.#languages = languages;
    this.#waiting = createWaiting(lane.longestQueue);
    this.#fill();
  }

  /** Waits for a free child and has it do the job. Throws `Busy`, or the reason why the caller gave it up while it waited. */
  async run(job: Job): Promise<Done> {
    const seat = await this.#join(job);
    const isStrained = seat.isStrained;
    const done = await this.#perform(seat, job);
    // A script may leave so little memory that the next one's child ends. Nothing of a run counts before its end, so it
    // is run once more.
    if (done.reply !== null || done.isLate || !isStrained || job.signal.aborted) return done;
    return await this.#perform(await this.#join(job), job);
  }

  #join(job: Job): Promise<Seat> {
    const joined = this.#waiting.join(job);
    this.#serve();
    this.#fill();
    return joined;
  }

  get figures(): { readonly warm: number; readonly running: number; readonly waiting: number } {
    const states = [...this.#seats].map(({ state }) => state);
    const running = states.filter((state) => state === 'busy').length;
    return { warm: states.filter((state) => state !== 'starting').length, running, waiting: this.#waiting.length };
  }

  get pids(): readonly number[] {
    return [...this.#seats].map(({ child }) => child.pid);
  }

  /** Whether a child is warm; resolves when those that start now are, or have ended. */
  async isWarm(): Promise<boolean> {
    const ready = await Promise.all([...this.#seats].map(({ child }) => child.ready));
    return ready.includes(true);
  }

  /** Ends every child, whatever it is doing. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#pause);
    const ended = [...this.#seats].map(({ child }) => child.ended);
    for (const { child } of this.#seats) child.kill();
    await Promise.all(ended);
  }

  async #perform(seat: Seat, { order, owner, killMs, signal }: Job): Promise<Done> {
    const began = performance.now();
    let isLate = false;
    const kill = setTimeout(() => {
      isLate = true;
      this.#end(seat);
    }, killMs);
    const giveUp = (): void => this.#end(seat);
    // A run that ends soon is let end: a child takes longer to replace.
    if (killMs > this.#settings.worthKillingMs) signal.addEventListener('abort', giveUp);
    const reply = await seat.child.ask(order);
    clearTimeout(kill);
    signal.removeEventListener('abort', giveUp);
    if (reply === null || reply.error?.type === 'Timeout') this.#slow(owner);
    // One that was killed in the moment of its answer does nothing more.
    if (reply !== null && seat.state === 'busy') this.#finish(seat, order, reply);
    return { reply, isLate, ms: performance.now() - began };
  }

  #slow(owner: string): void {
    const now = performance.now();
    for (const [each, until] of this.#slowed) if (until < now) this.#slowed.delete(each);
    this.#slowed.set(owner, now + slowedMs);
  }

  #finish(seat: Seat, order: Order, { error, rssMb = 0 }: Reply): void {
    seat.runs += 1;
    seat.isStrained = error?.type === 'Timeout' || error?.type === 'OutOfMemory';
    if (order.does === 'run' && !error) seat.keys.add(order.key);
    const { runsPerChild, largestChildMb } = this.#settings;
    const isWorn = seat.runs >= runsPerChild || rssMb >= largestChildMb;
    if (isWorn && seat.succession === 'none') void this.#succeed(seat);
    this.#release(seat);
  }

  /** The old child serves until the new one is warm. */
  async #succeed(seat: Seat): Promise<void> {
    seat.succession = 'opened';
    if (!this.#isStopped) await this.#open().child.ready;
    seat.succession = 'done';
    if (seat.state === 'idle') this.#end(seat);
  }

  #end(seat: Seat): void {
    seat.state = 'leaving';
    seat.child.kill();
  }

  #open(): Seat {
    const child = startChild(this.#lane, this.#settings, this.#languages);
    const seat: Seat = {
      child,
      keys: new Set(),
      state: 'starting',
      runs: 0,
      isStrained: false,
      succession: 'none',
      owner: null,
      idle: undefined,
    };
    this.#seats.add(seat);
    void child.ready.then((isWarm) => isWarm && this.#release(seat));
    void child.ended.then(() => this.#leave(seat));
    return seat;
  }

  #leave(seat: Seat): void {
    clearTimeout(seat.idle);
    this.#seats.delete(seat);
    if (seat.state === 'starting' && !this.#isStopped) {
      this.#pause ??= setTimeout(() => {
        this.#pause = undefined;
        this.#fill();
      }, pauseMs);
    }
    this.#fill();
  }

  /** As many children as are kept, and more for those that wait, as far as there is room. */
  #fill(): void {
    if (this.#isStopped || this.#pause !== undefined) return;
    const { size, kept } = this.#lane;
    const busy = [...this.#seats].filter(({ state }) => state === 'busy').length;
    const wanted = Math.min(size, Math.max(kept, busy + this.#waiting.length));
    while (this.#seats.size < wanted) this.#open();
  }

  #release(seat: Seat): void {
    seat.state = 'idle';
    seat.owner = null;
    if (seat.succession === 'done') this.#end(seat);
    this.#serve();
    if (seat.state === 'idle' && this.#seats.size > this.#lane.kept) {
      clearTimeout(seat.idle);
      seat.idle = setTimeout(() => this.#end(seat), this.#settings.idleMs);
    }
  }

  #serve(): void {
    for (const seat of this.#seats) {
      if (seat.state !== 'idle') continue;
      const job = this.#waiting.give(seat, (each) => this.#mayTake(seat, each));
      if (job === null) continue;
      clearTimeout(seat.idle);
      seat.state = 'busy';
      seat.owner = job.owner;
    }
  }

  /** A script goes to a child that has an isolate for it, if one is free. */
  #mayTake(seat: Seat, { order, owner }: Job): boolean {
    const key = keyOf(order);
    const others = [...this.#seats].filter((other) => other !== seat);
    const isSlowed = (this.#slowed.get(owner) ?? 0) > performance.now();
    if (isSlowed && others.some((other) => other.owner === owner)) return false;
    return seat.keys.has(key) || !others.some((other) => other.state === 'idle' && other.keys.has(key));
  }
}
