import { setTimeout as pause } from 'node:timers/promises';
import type { OwnPostgres } from '../harness/servers/own-postgres.ts';
import type { FreshRedis } from '../harness/servers/redis.ts';
import type { Fleet } from './fleet.ts';

/** Something that goes wrong with a server; done when it is over. */
export interface Fault {
  readonly name: string;
  inflict(): Promise<void>;
}

interface Victims {
  readonly postgres: OwnPostgres;
  /** null where messages go over PostgreSQL */
  readonly redis: FreshRedis | null;
  readonly fleet: Fleet;
}

/** A claim of the sweep holds for two seconds: who was frozen for longer must find that others have done its work. */
const frozenMs = 2_500;
/** How long Redis is away before it comes back empty. */
const awayMs = 700;

/** What goes wrong, in turn. Every server is back when the next fault comes, apart from a scheduler that is frozen. */
export const faultsOf = ({ postgres, redis, fleet }: Victims): readonly Fault[] => [
  ...(redis === null ? [] : [killing(redis)]),
  { name: 'scheduler killed anywhere', inflict: fleet.kill },
  ...(redis === null ? [] : [{ name: 'Redis flushed', inflict: redis.flush }]),
  { name: `scheduler frozen for ${frozenMs / 1_000} s`, inflict: () => fleet.freeze(frozenMs) },
  { name: 'PostgreSQL crashed', inflict: postgres.crash },
];

const killing = (redis: FreshRedis): Fault => ({
  name: 'Redis killed, back empty',
  inflict: async () => {
    await redis.kill();
    await pause(awayMs);
    await redis.restart();
  },
});

/** Faults that come one after the other. */
export interface Plague {
  /** Inflicts a fault at once and another one every so often, until the end has come; done when all are over. */
  rage(end: () => boolean): Promise<void>;
  /** how often there was each */
  readonly inflicted: ReadonlyMap<string, number>;
}

/** Inflicts faults in turn, a new one every so often, and none again before it is over. */
export function createPlague(faults: readonly Fault[], everyMs: number): Plague {
  const inflicted = new Map(faults.map(({ name }) => [name, 0]));
  let waiting: readonly Fault[] = [];
  return {
    inflicted,
    rage: async (end) => {
      const lasting = new Map<string, Promise<void>>();
      while (!end()) {
        const [fault, ...others] = waiting.length === 0 ? faults : waiting;
        if (fault === undefined) break;
        waiting = others;
        await lasting.get(fault.name);
        inflicted.set(fault.name, (inflicted.get(fault.name) ?? 0) + 1);
        lasting.set(fault.name, fault.inflict());
        await pause(everyMs);
      }
      await Promise.all(lasting.values());
    },
  };
}
