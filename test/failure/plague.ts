import { setTimeout as pause } from 'node:timers/promises';
import type { Outages } from './outages.ts';

/** Something that goes wrong with a server; done when it is over. */
export interface Fault {
  readonly name: string;
  /** Reports services that are unavailable meanwhile to `outages`. */
  inflict(outages: Outages): Promise<void>;
}

/** Faults that come one after the other, each so long after the one before. */
export interface Strain {
  readonly faults: readonly Fault[];
  readonly everyMs: number;
}

/** Several of them at the same time. */
export interface Plague {
  /** Inflicts faults at once and again every so often, until the end has come; done when all are over. */
  rage(end: () => boolean): Promise<void>;
  /** how often there was each */
  readonly inflicted: ReadonlyMap<string, number>;
}

/** Inflicts faults in turn, a new one every so often, and none again before it is over. */
export function createPlague(strains: readonly Strain[], outages: Outages): Plague {
  const inflicted = new Map(strains.flatMap(({ faults }) => faults.map(({ name }) => [name, 0])));
  const rages = strains.map((strain) =>
    raging(strain, async (fault) => {
      inflicted.set(fault.name, (inflicted.get(fault.name) ?? 0) + 1);
      await fault.inflict(outages);
    }),
  );
  return {
    inflicted,
    rage: async (end) => {
      await Promise.all(rages.map((rage) => rage(end)));
    },
  };
}

const lookMs = 100;

function raging({ faults, everyMs }: Strain, inflict: (fault: Fault) => Promise<void>): Plague['rage'] {
  let waiting: readonly Fault[] = [];
  return async (end) => {
    const lasting = new Map<string, Promise<void>>();
    while (!end()) {
      const [fault, ...others] = waiting.length === 0 ? faults : waiting;
      if (fault === undefined) break;
      waiting = others;
      await lasting.get(fault.name);
      lasting.set(fault.name, inflict(fault));
      const next = performance.now() + everyMs;
      while (performance.now() < next && !end()) await pause(lookMs);
    }
    await Promise.all(lasting.values());
  };
}
