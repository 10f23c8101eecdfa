import { setTimeout as pause } from 'node:timers/promises';
import { parseJson } from '@slipway/domain/model';
import { createServers, type Servers, serverClient } from '@slipway/server-addresses';
import pg from 'pg';
import { asOverloaded, isUnavailable } from './connection-errors.ts';
import { startConnectionWatchdog } from './connection-watchdog.ts';
import { instantOf } from './instants.ts';
import { createPreparedStatements, type PreparedStatements } from './prepared-statements.ts';

export interface DatabaseOptions {
  /** The address of one server, or of several servers with one primary: `postgresql://user@a,b/name`. */
  readonly url: string;
  /** Whether the address is that of a pooler, which assigns a server connection to each transaction. */
  readonly pooled?: boolean | undefined;
  /** Whether the server is a read-only replica. */
  readonly readOnly?: boolean | undefined;
  readonly connections?: number | undefined;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  /** The time in milliseconds after which the server rolls back an idle transaction. */
  readonly idleTimeoutMs?: number;
  /** The time in milliseconds that a query waits for an unavailable server, for example during a failover. */
  readonly reconnectTimeoutMs?: number;
  /** Called with the error of an idle connection, which the pool replaces automatically. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined;
}

/**
 * `change`, `brief` and `batch` see concurrent commits; `snapshot` and `read` see the state of one moment. The server
 * rolls back a `brief` transaction after half a second without a statement. In `brief` and `batch` transactions, a
 * connection plans each statement once.
 */
export type TransactionMode = 'change' | 'brief' | 'batch' | 'snapshot' | 'read';

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMPTZ, instantOf],
  [pg.types.builtins.INT8, Number],
  // Both types preserve all digits of a number.
  [pg.types.builtins.JSON, parseJson],
  [pg.types.builtins.JSONB, parseJson],
]);

/** Parses instants to epoch milliseconds and bigints to numbers. A double holds both exactly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ??
    (format === 'binary' ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid, 'text')),
};

/**
 * The server cancels a statement after its timeout. If the server does not respond within this additional time, the
 * connection is considered lost. In milliseconds.
 */
const responseGraceMs = 2_000;
const maxConnections = 10;

/** The default timeouts of a connection in milliseconds, by their names in PostgreSQL. */
export const defaultLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  // A stopped process (swapping, migration of the machine, network loss) keeps its locks. Each creation of a release by
  // a task needs one of them. The server must release them before waiting transactions reach lock_timeout.
  idle_in_transaction_session_timeout: 4_000,
};

const toLimits = (options: DatabaseOptions): typeof defaultLimits => ({
  statement_timeout: options.statementTimeoutMs ?? defaultLimits.statement_timeout,
  lock_timeout: options.lockTimeoutMs ?? defaultLimits.lock_timeout,
  idle_in_transaction_session_timeout: options.idleTimeoutMs ?? defaultLimits.idle_in_transaction_session_timeout,
});

/**
 * The idle timeout of `brief` transactions. They start due work and hold locks that others need. If a process stops for
 * longer, the server rolls back its transaction, and the process repeats the work.
 */
const briefIdleMs = 500;
/**
 * By default, a new connection plans a statement again for each of its first five executions. All writes find rows by
 * key, so the plans are equal. Planning takes 4 to 12 ms for a new release. After a crash, all connections are new.
 * Background work uses another connection each time, so most of its statements would be planned each time.
 */
const onePlan = { plan_cache_mode: 'force_generic_plan' } as const;

function createAfterBegin(options: DatabaseOptions): Connections['afterBegin'] {
  const limits = toLimits(options);
  const brief = {
    idle_in_transaction_session_timeout: Math.min(briefIdleMs, limits.idle_in_transaction_session_timeout),
    ...onePlan,
  };
  const toSetStatements = (settings: Readonly<Record<string, number | string>>): string =>
    Object.entries(settings)
      .map(([name, value]) => `; set local ${name} = ${value}`)
      .join('');
  const session = options.pooled === true ? limits : {};
  const statements = {
    brief: toSetStatements({ ...session, ...brief }),
    batch: toSetStatements({ ...session, ...onePlan }),
  };
  const others = toSetStatements(session);
  return (mode) => (mode === 'brief' || mode === 'batch' ? statements[mode] : others);
}

/** The connections of a process, with time limits for acquiring one. */
export interface Connections {
  /** Acquires a connection to the primary, which the caller must release. Throws Overloaded after the time limit. */
  acquire(): Promise<pg.PoolClient>;
  /** Releases a connection. Closes it if it is no longer usable. */
  release(client: pg.PoolClient, isUseless: boolean): void;
  /** Records that the server of this connection is a standby. New connections look for another primary. */
  primaryChanged(): void;
  readonly preparedStatements: PreparedStatements;
  /** Sent with `begin`: the session settings of a pooled connection, and those of the mode. */
  afterBegin(mode: TransactionMode): string;
  load(): PoolLoad;
  end(): Promise<void>;
}

/** The current load of a pool. */
export interface PoolLoad {
  /** The maximum number of connections. */
  readonly size: number;
  readonly inUse: number;
  /** The number of queries that wait for a connection. */
  readonly waiting: number;
}

/** Opens a pool. It connects with the first query. */
export function openConnections(options: DatabaseOptions): Connections {
  const { pooled = false, reconnectTimeoutMs = 3_000 } = options;
  const servers = createServers(options.url);
  const preparedStatements = createPreparedStatements(pooled);
  const pool = openPool(options, servers, preparedStatements);
  const acquire = createAcquire(pool, servers, reconnectTimeoutMs);
  // A pooler is nearby, and closes connections of lost servers itself.
  const watchdog = pooled ? null : startConnectionWatchdog(servers);
  const max = options.connections ?? maxConnections;
  return {
    acquire: async () => {
      const client = await acquire();
      watchdog?.track(client);
      return client;
    },
    release: (client, isUseless) => {
      watchdog?.untrack(client);
      client.release(isUseless);
    },
    primaryChanged: servers.primaryChanged,
    preparedStatements: preparedStatements,
    afterBegin: createAfterBegin(options),
    load: () => ({ size: max, inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    end: () => {
      watchdog?.stop();
      return pool.end();
    },
  };
}

function openPool(options: DatabaseOptions, servers: Servers, preparedStatements: PreparedStatements): pg.Pool {
  const { pooled = false, readOnly = false } = options;
  const limits = toLimits(options);
  const settings = Object.entries({ ...limits, jit: 'off' }).map(([name, value]) => `-c ${name}=${value}`);
  const pool = new pg.Pool({
    Client: serverClient(servers, { pooled, readOnly, startup: { timezone: 'UTC', datestyle: 'ISO' } }),
    max: options.connections ?? maxConnections,
    // Without this timeout, a query on a lost server (machine or network failure) would wait for the TCP timeout of 15
    // minutes.
    query_timeout: limits.statement_timeout + responseGraceMs,
    connectionTimeoutMillis: 10_000,
    application_name: 'slipway',
    // A pooler rejects settings that it cannot preserve for a client.
    ...(!pooled && { options: settings.join(' ') }),
    onConnect: (client) => preparedStatements.detect(client),
    pipeline: true,
    types,
  });
  // A pool that ends does not wait until its connections are closed. A server that shuts down next may break one of
  // them.
  pool.on('error', (error) => {
    if (!pool.ending) options.onConnectionLost?.(error);
  });
  return pool;
}

/** The interval in milliseconds in which one waiting query checks for an unavailable server, on behalf of all. */
const pollIntervalMs = 50;

/**
 * Creates the function that acquires a connection. It waits for an unavailable server, because the server or its
 * successor may be available soon.
 */
function createAcquire(pool: pg.Pool, servers: Servers, reconnectTimeoutMs: number): Connections['acquire'] {
  const tryAcquire = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if (servers.isCurrent(client)) return client;
      client.release(true);
    }
  };
  let pendingPoll: Promise<void> | null = null;
  const pollUntilAvailable = async (): Promise<void> => {
    const end = performance.now() + reconnectTimeoutMs;
    for (;;) {
      await pause(pollIntervalMs);
      try {
        return (await tryAcquire()).release();
      } catch (error) {
        if (performance.now() >= end || !isUnavailable(error)) throw error;
      }
    }
  };
  return async () => {
    const startedAt = performance.now();
    try {
      if (pendingPoll === null) return await tryAcquire();
    } catch (error) {
      // The wait for a connection that others use has timed out.
      const isOver = performance.now() - startedAt >= reconnectTimeoutMs || pool.ending;
      if (isOver || !isUnavailable(error)) throw asOverloaded(error);
    }
    pendingPoll ??= pollUntilAvailable().finally(() => {
      pendingPoll = null;
    });
    await pendingPoll.catch((error) => {
      throw asOverloaded(error);
    });
    return await tryAcquire().catch((error) => {
      throw asOverloaded(error);
    });
  };
}
