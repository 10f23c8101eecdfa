/** One poll, from its start to its end. */
export interface PollUnderWay {
  /** aborted where others are to have its place */
  readonly signal: AbortSignal;
  end(): void;
}

interface Started {
  readonly since: number;
  readonly hurry: AbortController;
}

/** The polls of a process: without a time limit while slots are free, and otherwise with one. */
export class PollsUnderWay {
  readonly #most: number;
  readonly #patienceMs: number;
  readonly #all = new Set<Started>();

  constructor(most: number, patienceMs: number) {
    this.#most = most;
    this.#patienceMs = patienceMs;
  }

  begin(now: number): PollUnderWay {
    const started = { since: now, hurry: new AbortController() };
    this.#all.add(started);
    return { signal: started.hurry.signal, end: () => void this.#all.delete(started) };
  }

  /** Where all places are taken, ends those that have had theirs for so long: slow servers keep no trigger from its poll. */
  makeRoom(now: number): void {
    if (this.#all.size < this.#most) return;
    for (const { since, hurry } of this.#all) {
      if (now - since >= this.#patienceMs) hurry.abort(new Error('others wait'));
    }
  }
}
