import { type Key, type Release, Semaphore } from '@slipway/concurrency';

/** Too many runs wait for servers; the run is released and retried later. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/**
 * The limits of a process. A release has at most a fourth of the slots and bytes that are free at that moment, so that
 * some remain for later releases. The last ones go to releases that have none.
 */
export interface SlotLimits {
  /** the maximum number of computing runs, because a runner has few slots and limits the wait for one */
  readonly computing: number;
  /** the maximum number of runs, including those that wait for servers, in total and for each release */
  readonly runs: number;
  readonly runsPerRelease: number;
  /** the maximum memory of runs that wait for servers, in bytes, in total and for each release */
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

/** The slots and the memory of one run. */
export class Slot {
  readonly #slots: RunSlots;
  readonly #releaseId: string;
  readonly #releaseRun: Release;
  readonly #firstSuspended = Promise.withResolvers<void>();
  #releaseComputing: Release | null = null;

  constructor(slots: RunSlots, releaseId: string, releaseRun: Release) {
    this.#slots = slots;
    this.#releaseId = releaseId;
    this.#releaseRun = releaseRun;
  }

  /** Resolves when the run has released its slot for the first time. */
  get firstSuspension(): Promise<void> {
    return this.#firstSuspended.promise;
  }

  /** Waits for a slot for computing. The release with the fewest slots is served first. */
  async acquire(): Promise<void> {
    this.#releaseComputing = await this.#slots.acquireComputing(this.#releaseId);
  }

  /**
   * Runs `wait` without a computing slot, then acquires one again. Meanwhile, the run counts with this number of bytes,
   * and with more as they arrive. Throws TooManyWaiting before `wait` is called.
   */
  async suspend<T>(bytes: number, wait: (onBytes: (bytes: number) => void) => Promise<T>): Promise<T> {
    let waitingBytes = bytes;
    this.#slots.reserveBytes(this.#releaseId, waitingBytes);
    this.#slots.changeSuspended(1);
    this.#firstSuspended.resolve();
    this.#stopComputing();
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

  /** Ends the run, and releases its slots. */
  end(): void {
    this.#releaseRun();
    this.#stopComputing();
  }

  #stopComputing(): void {
    this.#releaseComputing?.();
    this.#releaseComputing = null;
  }
}

/** Shares the slots of a process among the runs of all releases. */
export class RunSlots {
  readonly #limits: SlotLimits;
  readonly #onFreed: () => void;
  readonly #computing: Semaphore;
  readonly #runs: Semaphore;
  /** The bytes of suspended runs by release. A response counts even above the limit, so this is not a budget. */
  readonly #suspendedBytes = new Map<Key, number>();
  #totalBytes = 0;
  #suspended = 0;

  /** `onFreed` is called when a slot becomes free. */
  constructor(limits: SlotLimits, onFreed: () => void) {
    this.#limits = limits;
    this.#onFreed = onFreed;
    this.#computing = new Semaphore({ max: limits.computing });
    this.#runs = new Semaphore({
      max: limits.runs,
      maxPerKey: (free) => Math.min(limits.runsPerRelease, Math.max(1, free * maxShareOfFree)),
    });
  }

  /** The number of runs that wait for servers. */
  get suspended(): number {
    return this.#suspended;
  }

  /** Admits a run. Returns null if its release, or the process, has reached its limit. */
  admit(releaseId: string): Slot | null {
    const releaseRun = this.#runs.tryAcquire(releaseId);
    return releaseRun && new Slot(this, releaseId, releaseRun);
  }

  /** The releases that have reached their limit of runs. */
  fullReleases(): readonly string[] {
    return this.#runs.fullKeys().map(String);
  }

  /** The number of runs that can start now, which is limited because each of them needs a computing slot soon. */
  available(): number {
    const { runs, computing } = this.#limits;
    const next = 2 * computing - this.#computing.inUse - this.#computing.waiting;
    return Math.max(0, Math.min(runs - this.#runs.inUse, next));
  }

  async acquireComputing(releaseId: string): Promise<Release> {
    const release = await this.#computing.acquire(releaseId);
    return () => {
      release();
      this.#onFreed();
    };
  }

  reserveBytes(releaseId: string, bytes: number): void {
    const { waitingBytes, waitingBytesPerRelease } = this.#limits;
    const ownBytes = this.#suspendedBytes.get(releaseId) ?? 0;
    const share = Math.max(0, waitingBytes - this.#totalBytes) * maxShareOfFree;
    const max = ownBytes === 0 ? waitingBytesPerRelease : Math.min(waitingBytesPerRelease, share);
    if (this.#totalBytes + bytes > waitingBytes || ownBytes + bytes > max)
      throw new TooManyWaiting('too many scripts wait for servers');
    this.addBytes(releaseId, bytes);
  }

  /** Adds bytes, or subtracts them if negative. A response counts even above the limit. */
  addBytes(releaseId: string, bytes: number): void {
    const ownBytes = (this.#suspendedBytes.get(releaseId) ?? 0) + bytes;
    this.#totalBytes += bytes;
    if (ownBytes === 0) this.#suspendedBytes.delete(releaseId);
    else this.#suspendedBytes.set(releaseId, ownBytes);
  }

  changeSuspended(by: 1 | -1): void {
    this.#suspended += by;
  }
}
