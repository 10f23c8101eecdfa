import { Queue, Worker } from 'bullmq';
import { Cluster, type Redis, type RedisOptions } from 'ioredis';
import {
  type Backend,
  type BackendOptions,
  patienceMs,
  type Sender,
  senderSettings,
  takerSettings,
} from './backend.ts';
import { delayFailure } from './delay-failure.ts';
import { type Client, clientAt, retryStrategy, serversOf } from './redis-clients.ts';

/** After a failover the old master only reads: the name must be looked up again. */
const reconnectOnError = ({ message }: Error): boolean => message.startsWith('READONLY');
const always: RedisOptions = { retryStrategy, reconnectOnError, connectTimeout: patienceMs };

/**
 * A sender must not wait for an unavailable server: the sweep finds messages that were not sent. A server that
 * disappears is no longer written to; TCP would take 15 minutes to detect it.
 */
const failFast: RedisOptions = {
  ...always,
  socketTimeout: patienceMs,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: patienceMs,
};
/** A consumer waits without limit, but not on a dead connection. */
const patient: RedisOptions = { ...always, socketTimeout: 2 * patienceMs, maxRetriesPerRequest: null };
/** On the connection on which the library waits for jobs, ten seconds at most, an answer comes later. */
const waitingMs = 15_000;
/** In a cluster all keys of a queue have to lie on one server: on the one that has this tag. */
const prefix = '{slipway}';

/** Jobs on Redis (6.2 or newer): a server, a master that sentinels name, or a cluster. Connects in the background, and again whenever the connection is lost. */
export function openRedis({ url, onError }: BackendOptions): Backend {
  const clients: Client[] = [];
  const closing = new AbortController();
  const keep = <Kept extends Client>(client: Kept): Kept => {
    client.on('error', onError);
    clients.push(client);
    return client;
  };
  const client = keep(clientAt(url, failFast));
  const tried = Promise.race([firstOf(client, 'ready'), firstOf(client, 'error')]);
  const senders = new Map<string, Promise<Sender>>();
  const open = async (name: string): Promise<Sender> => {
    const queue = new Queue(name, { connection: client, prefix, ...senderSettings });
    queue.on('error', onError);
    await queue.waitUntilReady();
    return queue;
  };
  return {
    sender: async (name) => {
      await tried;
      // A queue that is opened without a connection stays broken, so none is.
      if (client.status !== 'ready') throw new Error('there is no connection to Redis');
      const opening = senders.get(name) ?? open(name);
      senders.set(name, opening);
      opening.catch(() => senders.delete(name));
      return await opening;
    },
    taker: async (name, take, concurrency) => {
      const worker = new Worker(name, ({ data }) => take(data), {
        connection: patiently(keep(clientAt(url, patient)), closing.signal, keep),
        prefix,
        concurrency,
        ...takerSettings,
      });
      worker.on('error', onError);
      return worker;
    },
    load: () => null,
    servers: () => serversOf(client),
    ping: () => tried.then(() => client.ping()),
    close: async () => {
      closing.abort();
      for (const one of clients) one.disconnect();
    },
  };
}

const firstOf = (client: Client, event: 'ready' | 'error') =>
  new Promise<void>((done) => client.once(event, () => done()));

type Keep = <Kept extends Client>(copy: Kept) => Kept;

/**
 * The client as those use it who take. A server that is full, or has lost its replicas, refuses each script of the library
 * at once. And the library makes itself a second connection, which it cannot close while the server is away: we can.
 */
function patiently(client: Client, signal: AbortSignal, keep: Keep): Client {
  return client instanceof Cluster ? patientCluster(client, signal, keep) : patientServer(client, signal, keep);
}

function patientServer(client: Redis, signal: AbortSignal, keep: Keep): Redis {
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => slowly(command.name, send(command, stream), signal);
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (override) => keep(duplicate({ ...override, socketTimeout: waitingMs }));
  return client;
}

function patientCluster(client: Cluster, signal: AbortSignal, keep: Keep): Cluster {
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream, node) => slowly(command.name, send(command, stream, node), signal);
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (nodes, override) =>
    keep(duplicate(nodes, { ...override, redisOptions: { ...override?.redisOptions, socketTimeout: waitingMs } }));
  return client;
}

function slowly(name: string, sent: unknown, signal: AbortSignal): unknown {
  if (name !== 'evalsha') return sent;
  const answered = delayFailure(Promise.resolve(sent), signal);
  // After a reconnection the client sends commands again, and looks at what it has promised the first time.
  answered.catch(() => {});
  return answered;
}
