/** Too many runs wait for servers; the run is released and retried later. */
export class Crowded extends Error {
  override readonly name = 'Crowded';
}

/**
 * What of a process its runs may take. Of what is free at the moment a release has at most as a fourth, so that some stays
 * for those that come later; the last goes to releases that have nothing.
 */
export interface Shares {
  /** runs that compute at once: a runner has few places, and what waits for one waits there for a bounded time only */
  readonly computing: number;
  /** runs at once, those that wait for servers included; and of one release */
  readonly runs: number;
  readonly ofRelease: number;
  /** bytes that runs hold which wait for servers, and those of one release */
  readonly held: number;
  readonly heldByRelease: number;
}

const ofFree = 1 / 4;

export const usualShares: Shares = {
  computing: 8,
  runs: 256,
  ofRelease: 64,
  held: 128_000_000,
  heldByRelease: 32_000_000,
};

interface Waiter {
  readonly releaseId: string;
  readonly enter: () => void;
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
  share(all: number): number {
    return Math.max(0, all - this.total) * ofFree;
  }

  atLeast(least: number): readonly string[] {
    return [...this.#counts].flatMap(([id, count]) => (count >= least ? [id] : []));
  }
}

/** What one run has of the process. */
export class Place {
  readonly #places: Places;
  readonly #releaseId: string;
  readonly #first = Promise.withResolvers<void>();
  #computes = false;

  constructor(places: Places, releaseId: string) {
    this.#places = places;
    this.#releaseId = releaseId;
  }

  /** Resolved when the run has left its place for the first time. */
  get left(): Promise<void> {
    return this.#first.promise;
  }

  /** Waits for a place to compute at; of releases that wait, the one that has the fewest comes first. */
  async take(): Promise<void> {
    await this.#places.compute(this.#releaseId);
    this.#computes = true;
  }

  /**
   * Releases the slot while the run waits, holding this number of bytes, and more as they arrive, until it has a slot
   * again. Throws Crowded before `wait` is called.
   */
  async leave<T>(bytes: number, wait: (arrived: (bytes: number) => void) => Promise<T>): Promise<T> {
    let held = bytes;
    this.#places.hold(this.#releaseId, held);
    this.#places.goAway(1);
    this.#first.resolve();
    this.#give();
    try {
      return await wait((more) => {
        held += more;
        this.#places.holdMore(this.#releaseId, more);
      });
    } finally {
      this.#places.goAway(-1);
      await this.take();
      this.#places.holdMore(this.#releaseId, -held);
    }
  }

  /** The run is over. */
  end(): void {
    this.#places.leave(this.#releaseId);
    this.#give();
  }

  #give(): void {
    if (this.#computes) this.#places.free(this.#releaseId);
    this.#computes = false;
  }
}

/** Shares the places of a process among the runs of all releases. */
export class Places {
  readonly #shares: Shares;
  readonly #freed: () => void;
  readonly #computing = new Counts();
  readonly #runs = new Counts();
  readonly #held = new Counts();
  readonly #waiters: Waiter[] = [];
  #away = 0;

  /** `freed` is called when a place has become free. */
  constructor(shares: Shares, freed: () => void) {
    this.#shares = shares;
    this.#freed = freed;
  }

  /** How many runs wait for servers. */
  get away(): number {
    return this.#away;
  }

  /** A run that begins; null where its release, or the process, has all that it may have. */
  enter(releaseId: string): Place | null {
    if (this.#runs.total >= this.#shares.runs || this.#runs.of(releaseId) >= this.#mostRuns()) return null;
    this.#runs.change(releaseId, 1);
    return new Place(this, releaseId);
  }

  leave(releaseId: string): void {
    this.#runs.change(releaseId, -1);
  }

  /** Releases that have reached their limit of runs. */
  full(): readonly string[] {
    return this.#runs.atLeast(this.#mostRuns());
  }

  #mostRuns(): number {
    const { runs, ofRelease } = this.#shares;
    return Math.min(ofRelease, Math.max(1, this.#runs.share(runs)));
  }

  /** How many runs may begin now: not many more than find a place at once. */
  room(): number {
    const { runs, computing } = this.#shares;
    const next = 2 * computing - this.#computing.total - this.#waiters.length;
    return Math.max(0, Math.min(runs - this.#runs.total, next));
  }

  async compute(releaseId: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiters.push({ releaseId, enter: resolve });
    this.#admit();
    await promise;
  }

  free(releaseId: string): void {
    this.#computing.change(releaseId, -1);
    this.#admit();
    this.#freed();
  }

  hold(releaseId: string, bytes: number): void {
    const { held, heldByRelease } = this.#shares;
    const own = this.#held.of(releaseId);
    const most = own === 0 ? heldByRelease : Math.min(heldByRelease, this.#held.share(held));
    if (this.#held.total + bytes > held || own + bytes > most)
      throw new Crowded('too much waits for the servers that scripts ask');
    this.#held.change(releaseId, bytes);
  }

  /** More bytes, or below 0 fewer, are held; a response counts even above the limit. */
  holdMore(releaseId: string, bytes: number): void {
    this.#held.change(releaseId, bytes);
  }

  goAway(by: 1 | -1): void {
    this.#away += by;
  }

  #admit(): void {
    while (this.#computing.total < this.#shares.computing) {
      const next = this.#next();
      if (next === undefined) return;
      this.#waiters.splice(this.#waiters.indexOf(next), 1);
      this.#computing.change(next.releaseId, 1);
      next.enter();
    }
  }

  #next(): Waiter | undefined {
    let next: Waiter | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const waiter of this.#waiters) {
      const count = this.#computing.of(waiter.releaseId);
      if (count >= fewest) continue;
      next = waiter;
      fewest = count;
    }
    return next;
  }
}
