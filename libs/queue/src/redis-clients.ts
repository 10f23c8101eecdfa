import { parseUrls } from '@slipway/server-addresses/addresses';
import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** A connection to a Redis server, or to all nodes of a cluster. */
export type Client = Redis | Cluster;

/** The delay before the next attempt to connect. */
export const retryStrategy = (attempt: number): number => Math.min(100 * attempt, 1_000);

/**
 * Creates a client for the servers of an address. `redis:` is one server.
 * `redis+sentinel://sentinel-1,sentinel-2/name/database` is the master with this name at the sentinels.
 * `redis+cluster://node-1,node-2` is a cluster. `rediss` uses TLS. User and password are those of the servers;
 * `sentinelUsername` and `sentinelPassword` in the query are those of the sentinels.
 */
export function createClient(address: string, options: RedisOptions): Client {
  const urls = parseUrls(address) ?? [];
  const [first] = urls;
  if (first === undefined || !first.protocol.includes('+')) return new Redis(address, options);
  const tlsOptions = first.protocol.startsWith('rediss') ? { tls: {} } : {};
  const credentials = {
    ...optionalField('username', decodeURIComponent(first.username)),
    ...optionalField('password', decodeURIComponent(first.password)),
    ...tlsOptions,
  };
  const hosts = (port: number) =>
    urls.map((url) => ({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || port }));
  if (first.protocol.endsWith('cluster:')) return createCluster(hosts(6379), { ...options, ...credentials });
  return createSentinelClient(first, hosts(26_379), { ...options, ...credentials });
}

type HostPort = { readonly host: string; readonly port: number };

/** The client stops using a lost node when the other nodes report it. They are polled for that. */
const createCluster = (hosts: readonly HostPort[], options: RedisOptions): Cluster =>
  new Cluster([...hosts], {
    redisOptions: options,
    clusterRetryStrategy: retryStrategy,
    enableOfflineQueue: options.enableOfflineQueue ?? true,
    slotsRefreshTimeout: 2_000,
    slotsRefreshInterval: 5_000,
    ...(options.maxRetriesPerRequest === 1 && { maxRedirections: 2 }),
  });

function createSentinelClient(
  { pathname, searchParams, protocol }: URL,
  sentinels: readonly HostPort[],
  options: RedisOptions,
): Redis {
  const [name = '', database = '0'] = pathname.split('/').slice(1).map(decodeURIComponent);
  return new Redis({
    ...options,
    sentinels: [...sentinels],
    name,
    db: Number(database),
    ...optionalField('sentinelUsername', searchParams.get('sentinelUsername') ?? ''),
    ...optionalField('sentinelPassword', searchParams.get('sentinelPassword') ?? ''),
    enableTLSForSentinelMode: protocol.startsWith('rediss'),
    sentinelRetryStrategy: retryStrategy,
  });
}

const optionalField = (name: string, value: string) => (value === '' ? {} : { [name]: value });

/** Returns the URLs of the connected servers that the address does not contain. */
export function connectedServers(client: Client): readonly string[] {
  if (client instanceof Cluster) return client.nodes('all').map((node) => toUrl(node.options.host, node.options.port));
  const { remoteAddress, remotePort } = 'remoteAddress' in client.stream ? client.stream : {};
  return remoteAddress === undefined ? [] : [toUrl(remoteAddress, remotePort)];
}

const toUrl = (host = '', port = 6379): string => `redis://${host.includes(':') ? `[${host}]` : host}:${port}`;
