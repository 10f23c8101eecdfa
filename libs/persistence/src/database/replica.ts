import type { Instant } from '@slipway/domain';
import { type Connection, type Database, openDatabase } from './database.ts';
import { Overloaded } from './unavailable.ts';

/** How far a replica has come, as was last seen. */
interface Seen {
  /** it has all that was answered before this moment, by the monotonic clock of this process */
  readonly at: number;
  /** the same by the clock of the primary */
  readonly through: Instant;
}

/** The commits that a reader must see. */
export interface Wanted {
  /** what was written before this moment, by the monotonic clock of this process; null: nothing of it */
  readonly since: number | null;
  /** what was written before this moment, by the clock of the primary; null: nothing of it */
  readonly after: Instant | null;
}

/** A copy of the database that follows it, a little behind. */
export interface Replica {
  /**
   * The database to read from, and its maximum lag in milliseconds; null if it lags too far or is unavailable, so that
   * the primary is used.
   */
  pick(wanted: Wanted): { readonly database: Database; readonly lagMs: number } | null;
  /** How many milliseconds it may be behind; null: it is not known, or too much. */
  lag(): number | null;
  /** The time of the primary, about; null before it was first seen. */
  now(): Instant | null;
  stop(): Promise<void>;
}

interface ReplicaOptions {
  readonly url: string;
  /** Its primary, which is used when it cannot answer. */
  readonly primary: Database;
  /** one that is further behind is not read from, in milliseconds */
  readonly boundMs: number;
  readonly connections?: number | undefined;
  readonly lookEveryMs?: number;
  /** Called once each time it becomes unusable, with the reason. */
  readonly warn: (fields: object, sentence: string) => void;
}

const position = {
  name: 'primary-position',
  text: `select pg_current_wal_insert_lsn()::text as lsn, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
};
/** Null without a primary: after a promotion, it is another database. */
const reached = {
  name: 'replica-reached',
  text: `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as reached`,
};

/** Clocks of processes are estimates of that of the primary. */
const marginMs = 100;
/** It is unavailable, or has ended a query in favor of the replay (`40001`), which is `Contended`. */
const isForPrimary = (error: unknown): boolean => error instanceof Overloaded;

/** Reads from the replica, and from the primary what cannot be read there. Writes have no business here. */
function fallingBack(replica: Database, primary: Database): Database {
  const orPrimary = <T>(read: (database: Database) => Promise<T>): Promise<T> =>
    read(replica).catch((error: unknown) => {
      if (isForPrimary(error)) return read(primary);
      throw error;
    });
  return {
    query: <Row extends object>(...given: Parameters<Connection['query']>) =>
      orPrimary((database) => database.query<Row>(...given)),
    transaction: (work) => orPrimary((database) => database.transaction(work, 'read')),
    stop: async () => {},
  };
}

/** Looks where the primary is, then whether the replica has come so far. */
function lookAt(primary: Database, replica: Database) {
  let pending: { readonly lsn: string; readonly seen: Seen } | null = null;
  const found: {
    /** how far it has come */ seen: Seen | null /** the primary, when it was looked at last */;
    known: Seen | null;
  } = {
    seen: null,
    known: null,
  };
  const look = async (): Promise<void> => {
    if (pending === null) {
      const at = performance.now();
      const [row] = await primary.query<{ readonly lsn: string; readonly now: number }>(position);
      if (row === undefined) return;
      found.known = { at, through: row.now - marginMs };
      pending = { lsn: row.lsn, seen: found.known };
    }
    const [row] = await replica.query<{ readonly reached: boolean | null }>(reached, [pending.lsn]);
    if (row?.reached !== true) return;
    found.seen = pending.seen;
    pending = null;
  };
  return { found, look };
}

/** Repeats work until it is stopped. Returns the function that stops it. */
function again(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const once = async (): Promise<void> => {
    await work();
    if (!stopped) timer = setTimeout(next, everyMs);
  };
  let running = once();
  function next(): void {
    running = once();
  }
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}

/**
 * Opens a replica, and polls its replay position from now on. The lag is exact without clocks: the replica contains
 * all commits that were acknowledged before the poll of the primary.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { url, primary, boundMs, connections, lookEveryMs = 250, warn } = options;
  const onConnectionLost = () => {};
  const replica = openDatabase({ url, connections, onlyReads: true, patienceMs: 0, onConnectionLost });
  const database = fallingBack(replica, primary);
  const { found, look } = lookAt(primary, replica);
  const lag = (): number | null => {
    const behind = found.seen === null ? Number.POSITIVE_INFINITY : performance.now() - found.seen.at;
    return behind <= boundMs ? Math.ceil(behind) : null;
  };
  let complained = false;
  const complain = (error?: unknown): void => {
    const isNear = lag() !== null;
    if (!isNear && !complained)
      warn({ error, boundMs }, 'the replica is away or too far behind: the primary is read from');
    complained = !isNear;
  };
  const stopLooking = again(lookEveryMs, () => look().then(() => complain(), complain));
  return {
    lag,
    now: () => found.known && Math.ceil(found.known.through + marginMs + performance.now() - found.known.at),
    pick: ({ since, after }) => {
      const lagMs = lag();
      const { seen } = found;
      if (lagMs === null || seen === null) return null;
      if (since !== null && since >= seen.at) return null;
      return after !== null && after > seen.through ? null : { database, lagMs };
    },
    stop: async () => {
      await stopLooking();
      await replica.stop();
    },
  };
}
