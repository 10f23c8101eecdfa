import { type DedicatedPostgres, startDedicatedPostgres } from '../harness/servers/dedicated-postgres.ts';
import { startPooler } from '../harness/servers/pgbouncer.ts';
import { startPostgresPair } from '../harness/servers/postgres-pair.ts';
import type { Fault } from './fault-injector.ts';

/**
 * The connection of schedulers to their database: direct, through a PgBouncer, or to a replica that becomes the
 * primary.
 */
export const routes = ['direct', 'pgbouncer', 'switchover'] as const;
export type Route = (typeof routes)[number];

/** A database that faults are inflicted on. */
export interface ChaosEnvironment {
  readonly url: string;
  /** past the pooler, where there is one */
  readonly directUrl: string | undefined;
  /** what goes wrong with it in turn with everything else */
  readonly faults: readonly Fault[];
  /** what goes wrong at a pace of its own */
  readonly steady: readonly Fault[];
  stop(): Promise<void>;
}

/** Starts the servers of a route, empty. */
export const startEnvironment = (route: Route): Promise<ChaosEnvironment> => environments[route]();

const crashFault = ({ crash }: Pick<DedicatedPostgres, 'crash'>): Fault => ({
  name: 'PostgreSQL crashed',
  inflict: (outages) => outages.during(crash),
});

const environments: Readonly<Record<Route, () => Promise<ChaosEnvironment>>> = {
  direct: async () => {
    const postgres = await startDedicatedPostgres();
    return { url: postgres.url, directUrl: undefined, faults: [crashFault(postgres)], steady: [], stop: postgres.stop };
  },
  pgbouncer: async () => {
    const postgres = await startDedicatedPostgres();
    const pooler = await startPooler(postgres.url);
    const fault: Fault = { name: 'PgBouncer crashed', inflict: (outages) => outages.during(pooler.crash) };
    return {
      url: pooler.urlFor(postgres.url),
      directUrl: postgres.url,
      faults: [crashFault(postgres), fault],
      steady: [],
      stop: async () => {
        await pooler.stop();
        await postgres.stop();
      },
    };
  },
  switchover: async () => {
    const pair = await startPostgresPair();
    const exclusively = createMutex();
    const fault: Fault = {
      name: 'PostgreSQL switched over',
      inflict: (outages) => exclusively(() => outages.during(pair.switchOver)),
    };
    const crash = crashFault(pair);
    return {
      url: pair.url,
      directUrl: undefined,
      faults: [{ ...crash, inflict: (outages) => exclusively(() => crash.inflict(outages)) }],
      steady: [fault],
      stop: pair.stop,
    };
  },
};

/** Each has to wait for the one before: a server that crashes while it hands over would lose what it has written. */
function createMutex(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    last = last.then(work);
    return last;
  };
}
