import type { Instant } from '@slipway/domain/model';
import { Overloaded } from './connection-errors.ts';
import { type Connection, type Database, openDatabase } from './database.ts';

/** The last known position of a replica. */
interface ReplayPosition {
  /** it has all that was answered before this moment, by the monotonic clock of this process */
  readonly at: number;
  /** the same by the clock of the primary */
  readonly through: Instant;
}

/** The commits that a reader must see. */
export interface ReadRequirement {
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
  pick(requirement: ReadRequirement): { readonly database: Database; readonly lagMs: number } | null;
  /** Its maximum delay in milliseconds; null if it is unknown or too long. */
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
  readonly maxLagMs: number;
  readonly connections?: number | undefined;
  readonly pollIntervalMs?: number;
  /** Called once each time it becomes unusable, with the reason. */
  readonly warn: (fields: object, sentence: string) => void;
}

const positionStatement = {
  name: 'primary-position',
  text: `select pg_current_wal_insert_lsn()::text as lsn, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
};
/** Null without a primary: after a promotion, it is another database. */
const reachedStatement = {
  name: 'replica-reached',
  text: `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as reached`,
};

/** Clocks of processes are estimates of that of the primary. */
const marginMs = 100;
/** It is unavailable, or has ended a query in favor of the replay (`40001`), which is `Contended`. */
const isForPrimary = (error: unknown): boolean => error instanceof Overloaded;

/** Reads from the replica, and from the primary what cannot be read there. Writes have no business here. */
function withFallback(replica: Database, primary: Database): Database {
  const orPrimary = <T>(read: (database: Database) => Promise<T>): Promise<T> =>
    read(replica).catch((error: unknown) => {
      if (isForPrimary(error)) return read(primary);
      throw error;
    });
  return {
    query: <Row extends object>(...parameters: Parameters<Connection['query']>) =>
      orPrimary((database) => database.query<Row>(...parameters)),
    transaction: (work) => orPrimary((database) => database.transaction(work, 'read')),
    stop: async () => {},
  };
}

/** Looks where the primary is, then whether the replica has come so far. */
function createPositionPoller(primary: Database, replica: Database) {
  let pending: { readonly lsn: string; readonly replayPosition: ReplayPosition } | null = null;
  const state: {
    /** how far it has come */ replayPosition: ReplayPosition | null /** the primary, when it was looked at last */;
    primaryPosition: ReplayPosition | null;
  } = {
    replayPosition: null,
    primaryPosition: null,
  };
  const poll = async (): Promise<void> => {
    if (pending === null) {
      const at = performance.now();
      const [row] = await primary.query<{ readonly lsn: string; readonly now: number }>(positionStatement);
      if (row === undefined) return;
      state.primaryPosition = { at, through: row.now - marginMs };
      pending = { lsn: row.lsn, replayPosition: state.primaryPosition };
    }
    const [row] = await replica.query<{ readonly reached: boolean | null }>(reachedStatement, [pending.lsn]);
    if (row?.reached !== true) return;
    state.replayPosition = pending.replayPosition;
    pending = null;
  };
  return { found: state, look: poll };
}

/** Repeats work until it is stopped. Returns the function that stops it. */
function repeat(intervalMs: number, work: () => Promise<void>): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const runOnce = async (): Promise<void> => {
    await work();
    if (!stopped) timer = setTimeout(runNext, intervalMs);
  };
  let running = runOnce();
  function runNext(): void {
    running = runOnce();
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
  const { url, primary, maxLagMs, connections, pollIntervalMs = 250, warn } = options;
  const onConnectionLost = () => {};
  const replica = openDatabase({ url, connections, readOnly: true, reconnectTimeoutMs: 0, onConnectionLost });
  const database = withFallback(replica, primary);
  const { found: state, look: poll } = createPositionPoller(primary, replica);
  const lag = (): number | null => {
    const ageMs =
      state.replayPosition === null ? Number.POSITIVE_INFINITY : performance.now() - state.replayPosition.at;
    return ageMs <= maxLagMs ? Math.ceil(ageMs) : null;
  };
  let hasWarned = false;
  const warnOnce = (error?: unknown): void => {
    const isUsable = lag() !== null;
    if (!isUsable && !hasWarned)
      warn({ error, boundMs: maxLagMs }, 'the replica is away or too far behind: the primary is read from');
    hasWarned = !isUsable;
  };
  const stopPolling = repeat(pollIntervalMs, () => poll().then(() => warnOnce(), warnOnce));
  return {
    lag,
    now: () =>
      state.primaryPosition &&
      Math.ceil(state.primaryPosition.through + marginMs + performance.now() - state.primaryPosition.at),
    pick: ({ since, after }) => {
      const lagMs = lag();
      const { replayPosition } = state;
      if (lagMs === null || replayPosition === null) return null;
      if (since !== null && since >= replayPosition.at) return null;
      return after !== null && after > replayPosition.through ? null : { database, lagMs };
    },
    stop: async () => {
      await stopPolling();
      await replica.stop();
    },
  };
}
