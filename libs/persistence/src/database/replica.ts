import type { Instant } from '@slipway/domain/model';
import { Overloaded } from './connection-errors.ts';
import { type Connection, type Database, openDatabase } from './database.ts';

/** A known replay position of a replica. */
interface ReplayPosition {
  /**
   * The replica contains all commits that were acknowledged before this time of the monotonic clock of this process.
   */
  readonly at: number;
  /** The same time by the clock of the primary. */
  readonly through: Instant;
}

/** The commits that a reader must see. */
export interface ReadRequirement {
  /** Requires all writes before this time of the monotonic clock of this process. Null: no requirement. */
  readonly since: number | null;
  /** Requires all writes before this time of the clock of the primary. Null: no requirement. */
  readonly after: Instant | null;
}

/** A read replica of the database with a small lag. */
export interface Replica {
  /**
   * Returns the database to read from, and its maximum lag in milliseconds. Returns null if the replica lags too far or
   * is unavailable; then use the primary.
   */
  pick(requirement: ReadRequirement): { readonly database: Database; readonly lagMs: number } | null;
  /** Returns the maximum lag in milliseconds, or null if the lag is unknown or too long. */
  lag(): number | null;
  /** Returns the estimated time of the primary, or null before the first poll. */
  now(): Instant | null;
  stop(): Promise<void>;
}

interface ReplicaOptions {
  readonly url: string;
  /** The primary, which is the fallback. */
  readonly primary: Database;
  /** The maximum lag in milliseconds. With a longer lag, the replica is not used. */
  readonly maxLagMs: number;
  readonly connections?: number | undefined;
  readonly pollIntervalMs?: number;
  /** Called with the reason each time the replica becomes unusable. */
  readonly warn: (fields: object, sentence: string) => void;
}

const positionStatement = {
  name: 'primary-position',
  text: `select pg_current_wal_insert_lsn()::text as lsn, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
};
/** After a promotion, `reached` is false: the server is then another database. */
const reachedStatement = {
  name: 'replica-reached',
  text: `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as reached`,
};

/** The tolerance in milliseconds for the estimated clock of the primary. */
const marginMs = 100;
/**
 * Returns whether to repeat a query on the primary: the replica is unavailable, or has canceled the query because of
 * replay (`40001`, which becomes `Contended`).
 */
const isForPrimary = (error: unknown): boolean => error instanceof Overloaded;

/** Reads from the replica, and falls back to the primary. Do not use it for writes. */
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

/** Polls the position of the primary, then whether the replica has reached it. */
function createPositionPoller(primary: Database, replica: Database) {
  let pending: { readonly lsn: string; readonly replayPosition: ReplayPosition } | null = null;
  const state: {
    /** the position that the replica has reached */ replayPosition: ReplayPosition | null /**
     * the position of the primary at the latest poll
     */;
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
  return { state, poll };
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
 * Opens a replica and polls its replay position. The lag does not depend on clocks: the replica contains all commits
 * that were acknowledged before the poll of the primary.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { url, primary, maxLagMs, connections, pollIntervalMs = 250, warn } = options;
  const onConnectionLost = () => {};
  const replica = openDatabase({ url, connections, readOnly: true, reconnectTimeoutMs: 0, onConnectionLost });
  const database = withFallback(replica, primary);
  const { state, poll } = createPositionPoller(primary, replica);
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
