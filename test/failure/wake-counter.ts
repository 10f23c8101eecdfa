import type { WakeSource } from '@slipway/engine';

/** The number of woken releases by source. */
export type Wakes = Readonly<Record<WakeSource, number>>;

/** Counts the releases that schedulers have woken. It polls their metrics, because a crash loses them. */
export interface WakeCounter {
  track(address: string): void;
  /** Polls once more; returns the total. */
  read(): Promise<Wakes>;
  stop(): void;
}

const intervalMs = 400;
const noWakes: Wakes = { queue: 0, sweep: 0 };

/** Creates a counter that polls until it is stopped. */
export function createWakeCounter(): WakeCounter {
  const latest = new Map<string, Wakes>();
  const poll = async (address: string): Promise<void> => {
    try {
      const response = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(intervalMs) });
      const text = await response.text();
      const countOf = (source: WakeSource) =>
        Number(new RegExp(`^slipway_release_wakeups_total{source="${source}"} (.*)$`, 'm').exec(text)?.[1] ?? 0);
      latest.set(address, { queue: countOf('queue'), sweep: countOf('sweep') });
    } catch {
      // Crashed or frozen: its last value counts
    }
  };
  const pollAll = () => Promise.all([...latest.keys()].map(poll));
  const timer = setInterval(pollAll, intervalMs);
  return {
    track: (address) => void latest.set(address, noWakes),
    read: async () => {
      await pollAll();
      const all = [...latest.values()];
      const sum = (source: WakeSource) => all.reduce((total, wakes) => total + wakes[source], 0);
      return { queue: sum('queue'), sweep: sum('sweep') };
    },
    stop: () => clearInterval(timer),
  };
}
