import { setTimeout as pause } from 'node:timers/promises';
import { createServers, serverClient } from '@slipway/server-addresses';
import { createPostgresBackend, Queue, runMigrations, Worker } from 'bullmq';
import pg from 'pg';
import {
  type Backend,
  type BackendOptions,
  type Consumer,
  consumerSettings,
  delayFailure,
  type JobHandler,
  responseTimeoutMs,
  retryDelayMs,
  type Sender,
  senderSettings,
} from './backend.ts';
import { deleteExpiredEvents } from './delete-expired-events.ts';

/** One listening connection for each consumed queue. The others send and fetch jobs. */
const maxConnections = 6;

function openPool({ url, onError }: BackendOptions, timeoutMs = responseTimeoutMs): pg.Pool {
  const pool = new pg.Pool({
    Client: serverClient(createServers(url)),
    max: maxConnections,
    // the statements of the library do not name the schema of the jobs
    options: '-c search_path=bullmq -c jit=off',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: 2 * timeoutMs,
    application_name: 'slipway-queue',
    keepAlive: true,
  });
  pool.setMaxListeners(20);
  pool.on('error', onError);
  // Without a listener, an error of a connection in use, but between two statements, would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Opens a queue server in the schema `bullmq` of a PostgreSQL database. Creates and migrates the schema. */
export function openPostgres(options: BackendOptions): Backend {
  const { onError } = options;
  const pool = openPool(options);
  const closing = new AbortController();
  const senders = new Map<string, Promise<Sender>>();
  let deletion: Promise<void> | null = null;
  const prepare = memoizeUntilDone(() => migrate(pool));
  const ping = async (): Promise<void> => {
    await prepare();
    await pool.query('select 1');
  };
  const openSender = async (name: string): Promise<Sender> => {
    await ping();
    const queue = new Queue(name, { connection: pool, ...senderSettings }, createPostgresBackend);
    queue.on('error', onError);
    await queue.waitUntilReady();
    return queue;
  };
  const openConsumer = async (name: string, handler: JobHandler, concurrency: number): Promise<Consumer> => {
    await ping();
    deletion ??= deleteExpiredEvents(pool, closing.signal, onError);
    const settings = {
      connection: withDelayedFailures(pool, closing.signal),
      concurrency,
      autorun: false,
      ...consumerSettings,
    };
    const worker = new Worker(name, ({ data }) => handler(data), settings, createPostgresBackend);
    worker.on('error', onError);
    // A worker that runs before it is ready polls without a pause, and blocks the process.
    await worker.waitUntilReady();
    worker.run().catch(onError);
    return worker;
  };
  return {
    sender: async (name) => {
      const opening = senders.get(name) ?? openSender(name);
      senders.set(name, opening);
      opening.catch(() => senders.delete(name));
      return await opening;
    },
    consumer: (name, handler, concurrency) =>
      retryUntilAborted(() => openConsumer(name, handler, concurrency), closing.signal, onError),
    ping: ping,
    ...poolStats(pool),
    close: async () => {
      closing.abort();
      await deletion;
      await pool.end();
    },
  };
}

const poolStats = (pool: pg.Pool): Pick<Backend, 'load' | 'servers'> => ({
  load: () => ({ size: maxConnections, inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
  servers: () => [],
});

/** Memoizes the work; the next call retries after a failure. */
function memoizeUntilDone(work: () => Promise<void>): () => Promise<void> {
  let pending: Promise<void> | null = null;
  return () => {
    pending ??= work().catch((error) => {
      pending = null;
      throw error;
    });
    return pending;
  };
}

async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client);
  } finally {
    client.release();
  }
}

/**
 * Creates or migrates the schema of the queues in a database. It has a longer timeout, because no message waits for it.
 */
export async function prepareQueues(url: string): Promise<void> {
  const pool = openPool({ url, onError: () => {} }, 100 * responseTimeoutMs);
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}

/** Creates the pool of consumers. The pool itself handles errors of idle connections. */
function withDelayedFailures(pool: pg.Pool, signal: AbortSignal) {
  const proxy = {
    options: pool.options,
    connect: () => delayFailure(pool.connect(), signal),
    query: (text: string, values?: unknown[]) => delayFailure(pool.query(text, values), signal),
    end: async () => {},
    on: () => proxy,
    removeAllListeners: () => proxy,
  };
  return proxy;
}

async function retryUntilAborted<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  onError: (error: Error) => void,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      signal.throwIfAborted();
      await pause(retryDelayMs, undefined, { signal });
    }
  }
}
