/** Records when required services were unavailable, in epoch milliseconds. */
export interface Outages {
  /** Records an outage until `work` calls `recover` or ends. */
  during(work: (recover: () => void) => Promise<void>): Promise<void>;
  /** Returns the milliseconds between two times without an outage. */
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
