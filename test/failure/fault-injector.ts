import { setTimeout as pause } from 'node:timers/promises';
import type { Outages } from './outages.ts';

/** Something that goes wrong with a server; done when it is over. */
export interface Fault {
  readonly name: string;
  /** Reports services that are unavailable meanwhile to `outages`. */
  inflict(outages: Outages): Promise<void>;
}

/** Faults that come one after the other, each so long after the one before. */
export interface FaultSchedule {
  readonly faults: readonly Fault[];
  readonly everyMs: number;
}

/** Several of them at the same time. */
export interface FaultInjector {
  /** Inflicts faults at once and again every so often, until the end has come; done when all are over. */
  run(end: () => boolean): Promise<void>;
  /** how often there was each */
  readonly inflicted: ReadonlyMap<string, number>;
}

/** Inflicts faults in turn, a new one every so often, and none again before it is over. */
export function createFaultInjector(schedules: readonly FaultSchedule[], outages: Outages): FaultInjector {
  const inflicted = new Map(schedules.flatMap(({ faults }) => faults.map(({ name }) => [name, 0])));
  const loops = schedules.map((schedule) =>
    createFaultLoop(schedule, async (fault) => {
      inflicted.set(fault.name, (inflicted.get(fault.name) ?? 0) + 1);
      await fault.inflict(outages);
    }),
  );
  return {
    inflicted,
    run: async (end) => {
      await Promise.all(loops.map((loop) => loop(end)));
    },
  };
}

const pollMs = 100;

function createFaultLoop(
  { faults, everyMs }: FaultSchedule,
  inflict: (fault: Fault) => Promise<void>,
): FaultInjector['run'] {
  let pendingFaults: readonly Fault[] = [];
  return async (end) => {
    const activeFaults = new Map<string, Promise<void>>();
    while (!end()) {
      const [fault, ...remainingFaults] = pendingFaults.length === 0 ? faults : pendingFaults;
      if (fault === undefined) break;
      pendingFaults = remainingFaults;
      await activeFaults.get(fault.name);
      activeFaults.set(fault.name, inflict(fault));
      const next = performance.now() + everyMs;
      while (performance.now() < next && !end()) await pause(pollMs);
    }
    await Promise.all(activeFaults.values());
  };
}
