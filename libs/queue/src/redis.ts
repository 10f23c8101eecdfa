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

/** After a failover the old master only reads: the name must be looked up again. */
const reconnectOnError = ({ message }: Error): boolean => message.startsWith('READONLY');
const baseOptions: RedisOptions = { retryStrategy, reconnectOnError, connectTimeout: responseTimeoutMs };

/**
 * A sender must not wait for an unavailable server: the sweep finds messages that were not sent. A server that
 * disappears is no longer written to; TCP would take 15 minutes to detect it.
 */
const senderOptions: RedisOptions = {
  ...baseOptions,
  socketTimeout: responseTimeoutMs,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: responseTimeoutMs,
};
/** A consumer waits without limit, but not on a dead connection. */
const consumerOptions: RedisOptions = {
  ...baseOptions,
  socketTimeout: 2 * responseTimeoutMs,
  maxRetriesPerRequest: null,
};
/** On the connection on which the library waits for jobs, ten seconds at most, an answer comes later. */
const blockingTimeoutMs = 15_000;
/** In a cluster all keys of a queue have to lie on one server: on the one that has this tag. */
const prefix = '{slipway}';

/** Jobs on Redis (6.2 or newer): a server, a master that sentinels name, or a cluster. Connects in the background, and again whenever the connection is lost. */
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
      // A queue that is opened without a connection stays broken, so none is.
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
 * The client as those use it who take. A server that is full, or has lost its replicas, refuses each script of the library
 * at once. And the library makes itself a second connection, which it cannot close while the server is away: we can.
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
  // After a reconnection the client sends commands again, and looks at what it has promised the first time.
  delayed.catch(() => {});
  return delayed;
}
