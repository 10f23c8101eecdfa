import { type OwnPostgres, ownPostgres } from '../harness/servers/own-postgres.ts';
import { startPooler } from '../harness/servers/pgbouncer.ts';
import { postgresPair } from '../harness/servers/postgres-pair.ts';
import type { Fault } from './plague.ts';

/**
 * The connection of schedulers to their database: direct, through a PgBouncer, or to a replica that becomes the
 * primary.
 */
export const routes = ['direct', 'pgbouncer', 'switchover'] as const;
export type Route = (typeof routes)[number];

/** A database that faults are inflicted on. */
export interface Ground {
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
export const groundOf = (route: Route): Promise<Ground> => grounds[route]();

const crashing = ({ crash }: Pick<OwnPostgres, 'crash'>): Fault => ({
  name: 'PostgreSQL crashed',
  inflict: (outages) => outages.during(crash),
});

const grounds: Readonly<Record<Route, () => Promise<Ground>>> = {
  direct: async () => {
    const postgres = await ownPostgres();
    return { url: postgres.url, directUrl: undefined, faults: [crashing(postgres)], steady: [], stop: postgres.stop };
  },
  pgbouncer: async () => {
    const postgres = await ownPostgres();
    const pooler = await startPooler(postgres.url);
    const fault: Fault = { name: 'PgBouncer crashed', inflict: (outages) => outages.during(pooler.crash) };
    return {
      url: pooler.through(postgres.url),
      directUrl: postgres.url,
      faults: [crashing(postgres), fault],
      steady: [],
      stop: async () => {
        await pooler.stop();
        await postgres.stop();
      },
    };
  },
  switchover: async () => {
    const pair = await postgresPair();
    const inTurn = oneAtATime();
    const fault: Fault = {
      name: 'PostgreSQL switched over',
      inflict: (outages) => inTurn(() => outages.during(pair.switchOver)),
    };
    const crash = crashing(pair);
    return {
      url: pair.url,
      directUrl: undefined,
      faults: [{ ...crash, inflict: (outages) => inTurn(() => crash.inflict(outages)) }],
      steady: [fault],
      stop: pair.stop,
    };
  },
};

/** Each has to wait for the one before: a server that crashes while it hands over would lose what it has written. */
function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    last = last.then(work);
    return last;
  };
}
