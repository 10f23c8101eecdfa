import { setTimeout as pause } from 'node:timers/promises';
import type { Outages } from './outages.ts';

/** A fault of a server. */
export interface Fault {
  readonly name: string;
  /** Injects the fault and reports unavailable services to `outages`. Resolves when the fault is over. */
  inflict(outages: Outages): Promise<void>;
}

/** Faults that are injected in turn, at a fixed interval. */
export interface FaultSchedule {
  readonly faults: readonly Fault[];
  readonly intervalMs: number;
}

/** Runs several fault schedules at the same time. */
export interface FaultInjector {
  /** Injects faults at once and then at each interval until `end` returns true. Resolves when all faults are over. */
  run(end: () => boolean): Promise<void>;
  /** the number of injections by name of the fault */
  readonly inflicted: ReadonlyMap<string, number>;
}

/** Creates an injector that injects the faults of each schedule in turn. The same fault never overlaps itself. */
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
  { faults, intervalMs }: FaultSchedule,
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
      const next = performance.now() + intervalMs;
      while (performance.now() < next && !end()) await pause(pollMs);
    }
    await Promise.all(activeFaults.values());
  };
}
