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

/** A database with faults that can be injected. */
export interface ChaosEnvironment {
  readonly url: string;
  /** the URL that bypasses the pooler, if there is one */
  readonly directUrl: string | undefined;
  /** faults that take turns with the faults of other servers */
  readonly faults: readonly Fault[];
  /** faults with an interval of their own */
  readonly steady: readonly Fault[];
  stop(): Promise<void>;
}

/** Starts the servers of a route with an empty database. */
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

/** Returns a function that runs faults one after the other: a crash during a switchover would lose committed data. */
function createMutex(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    last = last.then(work);
    return last;
  };
}
