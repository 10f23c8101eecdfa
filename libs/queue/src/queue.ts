import { setTimeout as later } from 'node:timers/promises';
import { z } from 'zod';
import type { Backend, ConnectionLoad, Consumer, Job, JobHandler } from './backend.ts';
import { openPostgres } from './postgres.ts';
import { openRedis } from './redis.ts';

const id = z.string().min(1).max(400);

/**
 * The messages: one name, one schema and one queue each. A message only triggers a check. It contains ids, and no
 * secret; all data is in PostgreSQL.
 */
const jobs = {
  /** check this release; `at` is its due time, in epoch milliseconds of the database clock */
  wake: z.object({ releaseId: id, at: z.number() }),
  /** check whether this trigger must fire */
  fireTrigger: z.object({ triggerId: id }),
  /** Check whether this script run is unclaimed */
  runScript: z.object({ releaseId: id, runId: id }),
};

/** The names of messages and of their queues. */
export type JobName = keyof typeof jobs;
export type JobData<Name extends JobName> = z.output<(typeof jobs)[Name]>;

/**
 * A message. A duplicate with the same id is dropped while the message is pending. After the delivery, the id counts as
 * new.
 */
export interface Message<Name extends JobName> {
  readonly data: JobData<Name>;
  /** identifies the due work, such as `wake-Release1-1700000000000`; contains no colon, and is not only digits */
  readonly id: string;
  /**
   * the earliest delivery, in epoch milliseconds of the database clock; immediate by default or if it is in the past
   */
  readonly at?: number;
}

/**
 * A message queue. Each message may be lost or delivered twice: PostgreSQL is the source of truth, and the sweep reads
 * it.
 */
export interface Queue {
  /** Sends in the background. A message that cannot be sent, or is above the limit, is counted and dropped. */
  send<Name extends JobName>(name: Name, message: Message<Name>): void;
  /** Sends messages together. Returns whether the server has stored them. Never throws. */
  sendMany<Name extends JobName>(name: Name, messages: readonly Message<Name>[]): Promise<boolean>;
  /** Consumes messages of this name until the stop, with this concurrency. Reports errors of the handler. */
  serve<Name extends JobName>(
    name: Name,
    handler: (data: JobData<Name>) => Promise<void>,
    settings: { readonly concurrency: number },
  ): void;
  /** Whether the server is available. Never throws. */
  health(): Promise<'ok' | 'degraded'>;
  /** The state of the connections to PostgreSQL; null with Redis. */
  load(): ConnectionLoad | null;
  /** The URLs of connected servers that the address does not contain: discovered masters and nodes. */
  servers(): readonly string[];
  /** Stops consuming, waits for running handlers, and closes all connections, within 10 s. */
  stop(): Promise<void>;
}

export interface QueueOptions {
  /** the address of Redis; without it, messages use the database */
  readonly redisUrl?: string | undefined;
  readonly databaseUrl: string;
  /** the database clock in epoch milliseconds, because the clock of this process may be wrong by minutes */
  readonly now: () => Promise<number>;
  /** Logs problems that end automatically. */
  readonly warn: (fields: object, sentence: string) => void;
  /** Receives the number of lost messages. */
  readonly onLost?: (count: number) => void;
}

/**
 * The maximum number of messages that are being sent. Further ones are dropped, because the server is too slow; the
 * sweep does their work.
 */
const maxInFlight = 256;
const maxStopMs = 10_000;

const unhandledMessage = 'could not handle a message; the sweep will process its object';

/** Opens the queue. The server can be unavailable, now or later. */
export function openQueue({ redisUrl, databaseUrl, now, warn, onLost = () => {} }: QueueOptions): Queue {
  const outage = createOutageLog(warn);
  let stopping: Promise<void> | null = null;
  // A server that stops can abort connections that are being closed. This is not an outage.
  const onError = (error: unknown): void => {
    if (stopping === null) outage.began(error);
  };
  const backend =
    redisUrl === undefined ? openPostgres({ url: databaseUrl, onError }) : openRedis({ url: redisUrl, onError });
  const inFlight = new Set<Promise<unknown>>();
  const handlingNow = new Set<Promise<void>>();
  const consumers: Promise<Consumer | null>[] = [];

  const sendMany: Queue['sendMany'] = async (name, messages) => {
    if (messages.length === 0) return true;
    try {
      const [sender, instant] = await Promise.all([backend.sender(name), now()]);
      await sender.addBulk(messages.map((message) => toJob(name, message, instant)));
      outage.ended();
      return true;
    } catch (error) {
      onError(error);
      onLost(messages.length);
      return false;
    }
  };
  return {
    sendMany,
    send: (name, message) => {
      if (stopping !== null || inFlight.size >= maxInFlight) return onLost(1);
      const sending: Promise<unknown> = sendMany(name, [message]).finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    },
    serve: (name, handler, { concurrency }) => {
      const jobHandler = createHandler(name, handler, handlingNow, warn);
      consumers.push(backend.consumer(name, jobHandler, concurrency).catch(() => null));
    },
    load: backend.load,
    servers: backend.servers,
    health: () => backend.ping().then(outage.ended, outage.began),
    stop: () => {
      stopping ??= stop(backend, consumers, inFlight, handlingNow);
      return stopping;
    },
  };
}

/** Creates the handler of messages with this name. It reports errors, and tracks running calls in `handlingNow`. */
function createHandler<Name extends JobName>(
  name: Name,
  handler: (data: JobData<Name>) => Promise<void>,
  handlingNow: Set<Promise<void>>,
  warn: QueueOptions['warn'],
): JobHandler {
  return (data) => {
    const handle = async () => await handler(findSchema(name).parse(data));
    const handled = handle()
      .catch((error) => warn({ error, job: name }, unhandledMessage))
      .finally(() => handlingNow.delete(handled));
    handlingNow.add(handled);
    return handled;
  };
}

/** Logs once that the server is unavailable, and once that it is available again. */
function createOutageLog(warn: QueueOptions['warn']) {
  let unavailable = false;
  return {
    began: (error: unknown): 'degraded' => {
      if (!unavailable) warn({ error }, 'the queue cannot be reached; releases are woken by the sweep meanwhile');
      unavailable = true;
      return 'degraded';
    },
    ended: (): 'ok' => {
      if (unavailable) warn({}, 'the queue can be reached again');
      unavailable = false;
      return 'ok';
    },
  };
}

interface Schema<Data> {
  parse(data: unknown): Data;
}

const findSchema = <Name extends JobName>(name: Name): Schema<JobData<Name>> => {
  const schemas: { readonly [N in JobName]: Schema<JobData<N>> } = jobs;
  return schemas[name];
};

/** The library counts a delay from the timestamp of the job, so both use the database clock. */
const toJob = <Name extends JobName>(name: Name, { data, id, at = 0 }: Message<Name>, now: number): Job => ({
  name,
  data,
  opts: { jobId: id, timestamp: now, delay: Math.max(0, Math.ceil(at - now)) },
});

async function stop(
  backend: Backend,
  consumers: readonly Promise<Consumer | null>[],
  inFlight: ReadonlySet<Promise<unknown>>,
  handlingNow: ReadonlySet<Promise<void>>,
): Promise<void> {
  const orderly = Promise.allSettled([
    ...consumers.map((pendingConsumer) => pendingConsumer.then((consumer) => consumer?.close())),
    ...inFlight,
  ]);
  // The library would wait for an unavailable server until it is back.
  const unavailable = Promise.allSettled(handlingNow).then(() =>
    backend.ping().then(
      () => orderly,
      () => {},
    ),
  );
  await waitAtMost(maxStopMs, Promise.race([orderly, unavailable]));
  await waitAtMost(1_000, backend.close());
}

/** Waits for a promise, at most for this time. */
async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const timeout = later(ms, undefined, { signal: timer.signal });
  await Promise.race([work, timeout]).catch(() => {});
  timer.abort();
  await timeout.catch(() => {});
}
