/** Too many runs wait for servers; the run is released and retried later. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/**
 * What of a process its runs may take. Of what is free at the moment a release has at most as a fourth, so that some stays
 * for those that come later; the last goes to releases that have nothing.
 */
export interface SlotLimits {
  /** runs that compute at once: a runner has few places, and what waits for one waits there for a bounded time only */
  readonly computing: number;
  /** runs at once, those that wait for servers included; and of one release */
  readonly runs: number;
  readonly runsPerRelease: number;
  /** bytes that runs hold which wait for servers, and those of one release */
  readonly waitingBytes: number;
  readonly waitingBytesPerRelease: number;
}

const maxShareOfFree = 1 / 4;

export const defaultSlotLimits: SlotLimits = {
  computing: 8,
  runs: 256,
  runsPerRelease: 64,
  waitingBytes: 128_000_000,
  waitingBytesPerRelease: 32_000_000,
};

interface Waiter {
  readonly releaseId: string;
  readonly admit: () => void;
}

/** How much each release has of something. */
class Counts {
  readonly #counts = new Map<string, number>();
  total = 0;

  of(id: string): number {
    return this.#counts.get(id) ?? 0;
  }

  change(id: string, by: number): void {
    const count = this.of(id) + by;
    if (count === 0) this.#counts.delete(id);
    else this.#counts.set(id, count);
    this.total += by;
  }

  /** The present share of one, of this total. */
  share(limit: number): number {
    return Math.max(0, limit - this.total) * maxShareOfFree;
  }

  atLeast(min: number): readonly string[] {
    return [...this.#counts].flatMap(([id, count]) => (count >= min ? [id] : []));
  }
}

/** What one run has of the process. */
export class Slot {
  readonly #slots: RunSlots;
  readonly #releaseId: string;
  readonly #firstSuspended = Promise.withResolvers<void>();
  #computes = false;

  constructor(slots: RunSlots, releaseId: string) {
    this.#slots = slots;
    this.#releaseId = releaseId;
  }

  /** Resolved when the run has left its place for the first time. */
  get firstSuspension(): Promise<void> {
    return this.#firstSuspended.promise;
  }

  /** Waits for a place to compute at; of releases that wait, the one that has the fewest comes first. */
  async acquire(): Promise<void> {
    await this.#slots.acquireCompute(this.#releaseId);
    this.#computes = true;
  }

  /**
   * Releases the slot while the run waits, holding this number of bytes, and more as they arrive, until it has a slot
   * again. Throws TooManyWaiting before `wait` is called.
   */
  async suspend<T>(bytes: number, wait: (onBytes: (bytes: number) => void) => Promise<T>): Promise<T> {
    let waitingBytes = bytes;
    this.#slots.reserveBytes(this.#releaseId, waitingBytes);
    this.#slots.changeSuspended(1);
    this.#firstSuspended.resolve();
    this.#releaseCompute();
    try {
      return await wait((addedBytes) => {
        waitingBytes += addedBytes;
        this.#slots.addBytes(this.#releaseId, addedBytes);
      });
    } finally {
      this.#slots.changeSuspended(-1);
      await this.acquire();
      this.#slots.addBytes(this.#releaseId, -waitingBytes);
    }
  }

  /** The run is over. */
  end(): void {
    this.#slots.release(this.#releaseId);
    this.#releaseCompute();
  }

  #releaseCompute(): void {
    if (this.#computes) this.#slots.releaseCompute(this.#releaseId);
    this.#computes = false;
  }
}

/** Shares the places of a process among the runs of all releases. */
export class RunSlots {
  readonly #limits: SlotLimits;
  readonly #onFreed: () => void;
  readonly #computing = new Counts();
  readonly #runs = new Counts();
  readonly #waitingBytes = new Counts();
  readonly #waiters: Waiter[] = [];
  #suspended = 0;

  /** `onFreed` is called when a place has become free. */
  constructor(limits: SlotLimits, onFreed: () => void) {
    this.#limits = limits;
    this.#onFreed = onFreed;
  }

  /** How many runs wait for servers. */
  get suspended(): number {
    return this.#suspended;
  }

  /** A run that begins; null where its release, or the process, has all that it may have. */
  admit(releaseId: string): Slot | null {
    if (this.#runs.total >= this.#limits.runs || this.#runs.of(releaseId) >= this.#maxRuns()) return null;
    this.#runs.change(releaseId, 1);
    return new Slot(this, releaseId);
  }

  release(releaseId: string): void {
    this.#runs.change(releaseId, -1);
  }

  /** Releases that have reached their limit of runs. */
  fullReleases(): readonly string[] {
    return this.#runs.atLeast(this.#maxRuns());
  }

  #maxRuns(): number {
    const { runs, runsPerRelease: ofRelease } = this.#limits;
    return Math.min(ofRelease, Math.max(1, this.#runs.share(runs)));
  }

  /** How many runs may begin now: not many more than find a place at once. */
  available(): number {
    const { runs, computing } = this.#limits;
    const next = 2 * computing - this.#computing.total - this.#waiters.length;
    return Math.max(0, Math.min(runs - this.#runs.total, next));
  }

  async acquireCompute(releaseId: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiters.push({ releaseId, admit: resolve });
    this.#admit();
    await promise;
  }

  releaseCompute(releaseId: string): void {
    this.#computing.change(releaseId, -1);
    this.#admit();
    this.#onFreed();
  }

  reserveBytes(releaseId: string, bytes: number): void {
    const { waitingBytes, waitingBytesPerRelease: heldByRelease } = this.#limits;
    const ownBytes = this.#waitingBytes.of(releaseId);
    const max = ownBytes === 0 ? heldByRelease : Math.min(heldByRelease, this.#waitingBytes.share(waitingBytes));
    if (this.#waitingBytes.total + bytes > waitingBytes || ownBytes + bytes > max)
      throw new TooManyWaiting('too much waits for the servers that scripts ask');
    this.#waitingBytes.change(releaseId, bytes);
  }

  /** More bytes, or below 0 fewer, are held; a response counts even above the limit. */
  addBytes(releaseId: string, bytes: number): void {
    this.#waitingBytes.change(releaseId, bytes);
  }

  changeSuspended(by: 1 | -1): void {
    this.#suspended += by;
  }

  #admit(): void {
    while (this.#computing.total < this.#limits.computing) {
      const next = this.#nextWaiter();
      if (next === undefined) return;
      this.#waiters.splice(this.#waiters.indexOf(next), 1);
      this.#computing.change(next.releaseId, 1);
      next.admit();
    }
  }

  #nextWaiter(): Waiter | undefined {
    let next: Waiter | undefined;
    let minCount = Number.POSITIVE_INFINITY;
    for (const waiter of this.#waiters) {
      const count = this.#computing.of(waiter.releaseId);
      if (count >= minCount) continue;
      next = waiter;
      minCount = count;
    }
    return next;
  }
}
