/** Times in epoch milliseconds in which something was away that work needs. */
export interface Outages {
  /** Counts as an outage until the work reports its end, or is done. */
  during(work: (recover: () => void) => Promise<void>): Promise<void>;
  /** How many milliseconds of this time nothing was away. */
  without(from: number, to: number): number;
}

interface Outage {
  readonly from: number;
  readonly to: number;
}

/** Servers, schedulers and tests have the same clock here, so that times can be compared. */
export function createOutages(): Outages {
  const all: Outage[] = [];
  return {
    during: async (work) => {
      const from = Date.now();
      let isRecovered = false;
      const recover = (): void => {
        if (!isRecovered) all.push({ from, to: Date.now() });
        isRecovered = true;
      };
      try {
        await work(recover);
      } finally {
        recover();
      }
    },
    without: (from, to) => {
      let availableMs = to - from;
      let until = from;
      for (const outage of all.toSorted((a, b) => a.from - b.from)) {
        const start = Math.max(until, outage.from);
        const end = Math.min(to, outage.to);
        if (end <= start) continue;
        availableMs -= end - start;
        until = end;
      }
      return availableMs;
    },
  };
}
