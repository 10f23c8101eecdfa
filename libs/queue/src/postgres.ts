import { setTimeout as pause } from 'node:timers/promises';
import { serverClient, serversOf } from '@slipway/servers';
import { createPostgresBackend, Queue, runMigrations, Worker } from 'bullmq';
import pg from 'pg';
import {
  type Backend,
  type BackendOptions,
  patienceMs,
  type Sender,
  senderSettings,
  type Take,
  type Taker,
  takerSettings,
} from './backend.ts';
import { delayFailure, pauseMs } from './delay-failure.ts';
import { forgetEvents } from './forget-events.ts';

/** One connection listens for each queue that is served; the others add and take. */
const mostConnections = 6;

function openPool({ url, onError }: BackendOptions, waitMs = patienceMs): pg.Pool {
  const pool = new pg.Pool({
    Client: serverClient(serversOf(url)),
    max: mostConnections,
    // jobs live in a schema of their own, which their statements do not name
    options: '-c search_path=bullmq -c jit=off',
    connectionTimeoutMillis: waitMs,
    query_timeout: 2 * waitMs,
    application_name: 'slipway-queue',
    keepAlive: true,
  });
  pool.setMaxListeners(20);
  pool.on('error', onError);
  // One that is in use and between two statements would end the process with its error.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Jobs in the schema `bullmq` of a PostgreSQL database, which is made and kept up to date on the way. */
export function openPostgres(options: BackendOptions): Backend {
  const { onError } = options;
  const pool = openPool(options);
  const closing = new AbortController();
  const senders = new Map<string, Promise<Sender>>();
  let forgetting: Promise<void> | null = null;
  const prepare = untilDone(() => migrated(pool));
  const answers = async (): Promise<void> => {
    await prepare();
    await pool.query('select 1');
  };
  const open = async (name: string): Promise<Sender> => {
    await answers();
    const queue = new Queue(name, { connection: pool, ...senderSettings }, createPostgresBackend);
    queue.on('error', onError);
    await queue.waitUntilReady();
    return queue;
  };
  const openTaker = async (name: string, take: Take, concurrency: number): Promise<Taker> => {
    await answers();
    forgetting ??= forgetEvents(pool, closing.signal, onError);
    const settings = { connection: patient(pool, closing.signal), concurrency, autorun: false, ...takerSettings };
    const worker = new Worker(name, ({ data }) => take(data), settings, createPostgresBackend);
    worker.on('error', onError);
    // A worker that runs before it is ready polls without a pause, and blocks the process.
    await worker.waitUntilReady();
    worker.run().catch(onError);
    return worker;
  };
  return {
    sender: async (name) => {
      const opening = senders.get(name) ?? open(name);
      senders.set(name, opening);
      opening.catch(() => senders.delete(name));
      return await opening;
    },
    taker: (name, take, concurrency) => persistently(() => openTaker(name, take, concurrency), closing.signal, onError),
    ping: answers,
    ...figuresOf(pool),
    close: async () => {
      closing.abort();
      await forgetting;
      await pool.end();
    },
  };
}

const figuresOf = (pool: pg.Pool): Pick<Backend, 'load' | 'servers'> => ({
  load: () => ({ size: mostConnections, inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
  servers: () => [],
});

/** Memoizes the work; the next call retries after a failure. */
function untilDone(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work().catch((error) => {
      done = null;
      throw error;
    });
    return done;
  };
}

async function migrated(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client);
  } finally {
    client.release();
  }
}

/** Makes the schema of the queues in a database, or brings it up to date. No message waits for it, so it has time. */
export async function prepareQueues(url: string): Promise<void> {
  const pool = openPool({ url, onError: () => {} }, 100 * patienceMs);
  try {
    await migrated(pool);
  } finally {
    await pool.end();
  }
}

/** The pool of consumers. Errors of idle connections are handled at the pool itself. */
function patient(pool: pg.Pool, signal: AbortSignal) {
  const own = {
    options: pool.options,
    connect: () => delayFailure(pool.connect(), signal),
    query: (text: string, values?: unknown[]) => delayFailure(pool.query(text, values), signal),
    end: async () => {},
    on: () => own,
    removeAllListeners: () => own,
  };
  return own;
}

async function persistently<Made>(
  work: () => Promise<Made>,
  signal: AbortSignal,
  onError: (error: Error) => void,
): Promise<Made> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      signal.throwIfAborted();
      await pause(pauseMs, undefined, { signal });
    }
  }
}
