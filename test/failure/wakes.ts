import type { WakeSource } from '@slipway/engine';

/** How many releases each source has woken. */
export type Wakes = Readonly<Record<WakeSource, number>>;

/** Polls schedulers for the number of releases that they have woken, because a crash loses their count. */
export interface WakeCount {
  watch(address: string): void;
  /** Polls once more; returns the total. */
  read(): Promise<Wakes>;
  stop(): void;
}

const everyMs = 400;
const none: Wakes = { queue: 0, sweep: 0 };

/** Counts until it is stopped. */
export function countWakes(): WakeCount {
  const seen = new Map<string, Wakes>();
  const ask = async (address: string): Promise<void> => {
    try {
      const response = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(everyMs) });
      const text = await response.text();
      const of = (source: WakeSource) =>
        Number(new RegExp(`^slipway_release_wakeups_total{source="${source}"} (.*)$`, 'm').exec(text)?.[1] ?? 0);
      seen.set(address, { queue: of('queue'), sweep: of('sweep') });
    } catch {
      // Crashed or frozen: its last value counts
    }
  };
  const askAll = () => Promise.all([...seen.keys()].map(ask));
  const timer = setInterval(askAll, everyMs);
  return {
    watch: (address) => void seen.set(address, none),
    read: async () => {
      await askAll();
      const all = [...seen.values()];
      const sum = (source: WakeSource) => all.reduce((total, one) => total + one[source], 0);
      return { queue: sum('queue'), sweep: sum('sweep') };
    },
    stop: () => clearInterval(timer),
  };
}
