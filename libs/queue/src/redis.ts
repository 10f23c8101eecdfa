import { Queue, Worker } from 'bullmq';
import { Cluster, type Redis, type RedisOptions } from 'ioredis';
import {
  type Backend,
  type BackendOptions,
  consumerSettings,
  delayFailure,
  responseTimeoutMs,
  type Sender,
  senderSettings,
} from './backend.ts';
import { type Client, connectedServers, createClient, retryStrategy } from './redis-clients.ts';

/** After a failover, the old master is read-only, and a reconnection finds the new master. */
const reconnectOnError = ({ message }: Error): boolean => message.startsWith('READONLY');
const baseOptions: RedisOptions = { retryStrategy, reconnectOnError, connectTimeout: responseTimeoutMs };

/**
 * A sender must not wait for an unavailable server: the sweep finds messages that were not sent. Without these
 * timeouts, TCP would take 15 minutes to detect a lost server.
 */
const senderOptions: RedisOptions = {
  ...baseOptions,
  socketTimeout: responseTimeoutMs,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: responseTimeoutMs,
};
/** A consumer retries without limit, but does not wait on a dead connection. */
const consumerOptions: RedisOptions = {
  ...baseOptions,
  socketTimeout: 2 * responseTimeoutMs,
  maxRetriesPerRequest: null,
};
/** The timeout of the connection on which the library waits up to ten seconds for jobs. */
const blockingTimeoutMs = 15_000;
/** The hash tag that keeps all keys of a queue on one server of a cluster. */
const prefix = '{slipway}';

/**
 * Opens a queue server on Redis (6.2 or newer): a server, a master with sentinels, or a cluster. Connects and
 * reconnects in the background.
 */
export function openRedis({ url, onError }: BackendOptions): Backend {
  const clients: Client[] = [];
  const closing = new AbortController();
  const trackClient = <C extends Client>(client: C): C => {
    client.on('error', onError);
    clients.push(client);
    return client;
  };
  const client = trackClient(createClient(url, senderOptions));
  const firstAttempt = Promise.race([waitForEvent(client, 'ready'), waitForEvent(client, 'error')]);
  const senders = new Map<string, Promise<Sender>>();
  const openSender = async (name: string): Promise<Sender> => {
    const queue = new Queue(name, { connection: client, prefix, ...senderSettings });
    queue.on('error', onError);
    await queue.waitUntilReady();
    return queue;
  };
  return {
    sender: async (name) => {
      await firstAttempt;
      // The library never repairs a queue that was opened without a connection, so the queue is opened after
      // connecting.
      if (client.status !== 'ready') throw new Error('there is no connection to Redis');
      const opening = senders.get(name) ?? openSender(name);
      senders.set(name, opening);
      opening.catch(() => senders.delete(name));
      return await opening;
    },
    consumer: async (name, handler, concurrency) => {
      const worker = new Worker(name, ({ data }) => handler(data), {
        connection: withDelayedFailures(trackClient(createClient(url, consumerOptions)), closing.signal, trackClient),
        prefix,
        concurrency,
        ...consumerSettings,
      });
      worker.on('error', onError);
      return worker;
    },
    load: () => null,
    servers: () => connectedServers(client),
    ping: () => firstAttempt.then(() => client.ping()),
    close: async () => {
      closing.abort();
      for (const trackedClient of clients) trackedClient.disconnect();
    },
  };
}

const waitForEvent = (client: Client, event: 'ready' | 'error') =>
  new Promise<void>((resolve) => client.once(event, () => resolve()));

type TrackClient = <C extends Client>(copy: C) => C;

/**
 * Returns the client for consumers, with delayed failures. A server that is full, or has lost its replicas, rejects
 * each script of the library immediately. The library also duplicates the connection, and cannot close the duplicate
 * while the server is unavailable. So the duplicate is tracked here.
 */
function withDelayedFailures(client: Client, signal: AbortSignal, trackClient: TrackClient): Client {
  return client instanceof Cluster
    ? withDelayedClusterFailures(client, signal, trackClient)
    : withDelayedServerFailures(client, signal, trackClient);
}

function withDelayedServerFailures(client: Redis, signal: AbortSignal, trackClient: TrackClient): Redis {
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => delayScriptFailure(command.name, send(command, stream), signal);
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (override) => trackClient(duplicate({ ...override, socketTimeout: blockingTimeoutMs }));
  return client;
}

function withDelayedClusterFailures(client: Cluster, signal: AbortSignal, trackClient: TrackClient): Cluster {
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream, node) => delayScriptFailure(command.name, send(command, stream, node), signal);
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (nodes, override) =>
    trackClient(
      duplicate(nodes, { ...override, redisOptions: { ...override?.redisOptions, socketTimeout: blockingTimeoutMs } }),
    );
  return client;
}

function delayScriptFailure(name: string, reply: unknown, signal: AbortSignal): unknown {
  if (name !== 'evalsha') return reply;
  const delayed = delayFailure(Promise.resolve(reply), signal);
  // After a reconnection, the client sends commands again, and handles only the result of the first attempt.
  delayed.catch(() => {});
  return delayed;
}
