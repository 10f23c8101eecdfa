/** One poll, from its start to its end. */
export interface ActivePoll {
  /** aborted if other polls need its slot */
  readonly signal: AbortSignal;
  end(): void;
}

interface PollEntry {
  readonly startedAt: number;
  readonly preemption: AbortController;
}

/** The polls of a process: without a time limit while slots are free, and otherwise with one. */
export class ActivePolls {
  readonly #max: number;
  readonly #maxContendedMs: number;
  readonly #entries = new Set<PollEntry>();

  constructor(max: number, maxContendedMs: number) {
    this.#max = max;
    this.#maxContendedMs = maxContendedMs;
  }

  start(now: number): ActivePoll {
    const entry = { startedAt: now, preemption: new AbortController() };
    this.#entries.add(entry);
    return { signal: entry.preemption.signal, end: () => void this.#entries.delete(entry) };
  }

  /**
   * If all slots are in use, aborts the polls that have reached the time limit, so that slow servers do not block the
   * polls of other triggers.
   */
  abortSlowPolls(now: number): void {
    if (this.#entries.size < this.#max) return;
    for (const { startedAt, preemption } of this.#entries) {
      if (now - startedAt >= this.#maxContendedMs) preemption.abort(new Error('others wait'));
    }
  }
}
