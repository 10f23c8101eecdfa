import { createPostgresBackend, Queue, runMigrations, Worker } from 'bullmq';
import pg from 'pg';
import {
  type Backend,
  type BackendOptions,
  patienceMs,
  type Sender,
  senderSettings,
  takerSettings,
} from './backend.ts';

/** One connection listens for each queue that is served; the others add and take. */
const mostConnections = 6;

function openPool({ url, onError }: BackendOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: mostConnections,
    // jobs live in a schema of their own, which their statements do not name
    options: '-c search_path=bullmq -c jit=off',
    connectionTimeoutMillis: patienceMs,
    query_timeout: 2 * patienceMs,
    application_name: 'slipway-queue',
    keepAlive: true,
  });
  pool.setMaxListeners(20);
  pool.on('error', onError);
  return pool;
}

/** Jobs in the schema `bullmq` of a PostgreSQL database, which is made and kept up to date on the way. */
export function openPostgres(options: BackendOptions): Backend {
  const { onError } = options;
  const pool = openPool(options);
  const closing = new AbortController();
  const senders = new Map<string, Promise<Sender>>();
  let prepared: Promise<void> | null = null;
  const prepare = (): Promise<void> => {
    prepared ??= migrated(pool).catch((error) => {
      prepared = null;
      throw error;
    });
    return prepared;
  };
  const open = async (name: string): Promise<Sender> => {
    await prepare();
    const queue = new Queue(name, { connection: pool, ...senderSettings }, createPostgresBackend);
    queue.on('error', onError);
    await queue.waitUntilReady();
    return queue;
  };
  return {
    sender: async (name) => {
      const opening = senders.get(name) ?? open(name);
      senders.set(name, opening);
      opening.catch(() => senders.delete(name));
      return await opening;
    },
    taker: async (name, take, concurrency) => {
      // A worker that begins before the schema is there stays broken.
      await persistently(prepare, closing.signal, onError);
      const worker = new Worker(
        name,
        ({ data }) => take(data),
        { connection: pool, concurrency, ...takerSettings },
        createPostgresBackend,
      );
      worker.on('error', onError);
      return worker;
    },
    ping: () => prepare().then(() => pool.query('select 1')),
    close: async () => {
      closing.abort();
      await pool.end();
    },
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

/** Makes the schema of the queues in a database, or brings it up to date. */
export async function prepareQueues(url: string): Promise<void> {
  const pool = openPool({ url, onError: () => {} });
  try {
    await migrated(pool);
  } finally {
    await pool.end();
  }
}

async function persistently(work: () => Promise<void>, signal: AbortSignal, onError: (error: Error) => void) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      signal.throwIfAborted();
      await pause(1_000, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
