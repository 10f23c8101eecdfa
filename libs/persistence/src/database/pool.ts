import { setTimeout as pause } from 'node:timers/promises';
import { parseJson } from '@slipway/domain/model';
import { createServers, type Servers, serverClient } from '@slipway/server-addresses';
import pg from 'pg';
import { asOverloaded, isUnavailable } from './connection-errors.ts';
import { startConnectionWatchdog } from './connection-watchdog.ts';
import { instantOf } from './instants.ts';
import { createPreparedStatements, type PreparedStatements } from './prepared-statements.ts';

export interface DatabaseOptions {
  /** one PostgreSQL, or several servers of which one takes writes: `postgresql://user@a,b/name` */
  readonly url: string;
  /** whether a pooler answers there, which gives each transaction another connection of its own */
  readonly pooled?: boolean | undefined;
  /** whether it is a replica, which takes no writes */
  readonly readOnly?: boolean | undefined;
  readonly connections?: number | undefined;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  /** for how long this process may leave a transaction alone before it is undone */
  readonly idleTimeoutMs?: number;
  /** for how long a query waits for a server that is away, as while another one takes its place */
  readonly reconnectTimeoutMs?: number;
  /** Called with the error of an idle connection, which the pool replaces automatically. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined;
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMPTZ, instantOf],
  [pg.types.builtins.INT8, Number],
  // both hold all digits of a number
  [pg.types.builtins.JSON, parseJson],
  [pg.types.builtins.JSONB, parseJson],
]);

/** Instants are received as epoch milliseconds and bigints as numbers: both fit a double. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ??
    (format === 'binary' ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid, 'text')),
};

/**
 * A server ends a statement that takes too long. A server that has not reported this after the additional time is
 * gone.
 */
const responseGraceMs = 2_000;
const maxConnections = 10;

/** The default limits of a connection, by their names in PostgreSQL, in milliseconds. */
export const defaultLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  // A stopped process (swapping, migration of the machine, network loss) keeps its locks, one of which every start of
  // releases by tasks needs. Waiting transactions must get them before lock_timeout.
  idle_in_transaction_session_timeout: 4_000,
};

const toLimits = (options: DatabaseOptions): typeof defaultLimits => ({
  statement_timeout: options.statementTimeoutMs ?? defaultLimits.statement_timeout,
  lock_timeout: options.lockTimeoutMs ?? defaultLimits.lock_timeout,
  idle_in_transaction_session_timeout: options.idleTimeoutMs ?? defaultLimits.idle_in_transaction_session_timeout,
});

/**
 * A transaction that starts due work holds locks that others need. A stopped process keeps them for this long, and a
 * slow process has to repeat its work.
 */
const briefIdleMs = 500;
/**
 * A new connection plans a statement for each of its first five values. All writes find rows by key, so the plans are
 * equal, and planning takes 4 to 12 ms for a new release. After a crash, all connections are new.
 */
const briefPlans = 'force_generic_plan';

function createAfterBegin(options: DatabaseOptions): Connections['afterBegin'] {
  const limits = toLimits(options);
  const brief = {
    idle_in_transaction_session_timeout: Math.min(briefIdleMs, limits.idle_in_transaction_session_timeout),
    plan_cache_mode: briefPlans,
  };
  const toSetStatements = (settings: Readonly<Record<string, number | string>>): string =>
    Object.entries(settings)
      .map(([name, value]) => `; set local ${name} = ${value}`)
      .join('');
  const [sessionSettings, briefSettings] =
    options.pooled === true
      ? [toSetStatements(limits), toSetStatements({ ...limits, ...brief })]
      : ['', toSetStatements(brief)];
  return (isBrief) => (isBrief ? briefSettings : sessionSettings);
}

/** Connections of one process, and how long each is waited for. */
export interface Connections {
  /** A connection to the primary, to be released afterwards. Throws Overloaded after the time limit. */
  acquire(): Promise<pg.PoolClient>;
  /** Gives one back; one that is of no use is ended. */
  release(client: pg.PoolClient, isUseless: boolean): void;
  /** The server of this connection only reads: others are connected to from now on. */
  primaryChanged(): void;
  readonly preparedStatements: PreparedStatements;
  /** Sent with `begin`: the session settings of a direct connection, and those of a brief transaction. */
  afterBegin(isBrief: boolean): string;
  load(): PoolLoad;
  end(): Promise<void>;
}

/** Connections of a pool at this moment. */
export interface PoolLoad {
  /** how many there may be */
  readonly size: number;
  readonly inUse: number;
  /** how many queries wait for one */
  readonly waiting: number;
}

/** Opens a pool. Nothing is connected before the first query. */
export function openConnections(options: DatabaseOptions): Connections {
  const { pooled = false, reconnectTimeoutMs = 3_000 } = options;
  const servers = createServers(options.url);
  const preparedStatements = createPreparedStatements(pooled);
  const pool = openPool(options, servers, preparedStatements);
  const acquire = createAcquire(pool, servers, reconnectTimeoutMs);
  // A pooler is near, and ends connections whose server is gone.
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
    // A server that is gone without a word (its machine, the network) would be waited for until TCP gives up, in 15 minutes.
    query_timeout: limits.statement_timeout + responseGraceMs,
    connectionTimeoutMillis: 10_000,
    application_name: 'slipway',
    // A pooler refuses what it cannot keep for a client.
    ...(!pooled && { options: settings.join(' ') }),
    onConnect: (client) => preparedStatements.detect(client),
    pipeline: true,
    types,
  });
  // A pool that ends does not wait for its connections to close, so a server that ends next may cut one off.
  pool.on('error', (error) => {
    if (!pool.ending) options.onConnectionLost?.(error);
  });
  return pool;
}

/** While a server is away it is looked for this often, by one of all who wait for it. */
const pollIntervalMs = 50;

/** Takes connections of a pool, and waits for a server that is away: it may be back, or another in its place, in a moment. */
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
      // The wait for a connection in use by others has reached its limit.
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
