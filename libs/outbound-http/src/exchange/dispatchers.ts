import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { type buildConnector, Client, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { ClientCertificate, HttpProxy } from '../connection/connection.ts';
import { limits } from '../policy/policy.ts';

/** The target of a connection. */
export interface ConnectionTarget {
  readonly origin: string;
  /** the checked addresses of the host, or of the proxy, if there is one */
  readonly addresses: readonly string[];
  readonly verify: boolean;
  /** the certificates of the only trusted authorities; null: the public ones */
  readonly authority: string | null;
  /** sent to the server; null: none */
  readonly certificate: ClientCertificate | null;
  readonly proxy: HttpProxy | null;
}

/** The dispatcher of one request. */
export interface RequestDispatcher {
  readonly dispatcher: Dispatcher;
  /** whether later requests use the connection */
  readonly isKept: boolean;
  /** Ends the use by this request. */
  release(): Promise<void>;
}

/** Creates a connector for these addresses only, without another lookup. */
const connectTo = (addresses: readonly string[]): buildConnector.BuildOptions => ({
  timeout: limits.connectTimeoutMs,
  maxCachedSessions: 0,
  autoSelectFamily: true,
  lookup: (_name, { all }, callback) => {
    const endpoints = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = endpoints;
    if (all) callback(null, endpoints);
    else callback(null, first?.address ?? '', first?.family);
  },
});

const clientLimits = {
  maxHeaderSize: limits.maxHeaderBytes,
  maxResponseSize: limits.maxResponseBytes,
  // the timeout of the whole request applies instead, also to slow responses
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

const tlsOf = ({ verify, authority, certificate }: ConnectionTarget) => ({
  rejectUnauthorized: verify,
  ...(authority !== null && { ca: authority }),
  ...(certificate !== null && { cert: certificate.cert, key: certificate.key }),
});

/** Creates a connection for one request only: its credentials are not shared, and no other request ends it. */
function createDispatcher(target: ConnectionTarget): Dispatcher {
  const { origin, addresses, proxy } = target;
  const tls = tlsOf(target);
  if (proxy === null) return new Client(origin, { ...clientLimits, connect: { ...connectTo(addresses), ...tls } });
  return new ProxyAgent({
    ...clientLimits,
    uri: proxy.url,
    ...(proxy.authorization !== null && { token: proxy.authorization }),
    proxyTunnel: false,
    proxyTls: connectTo(addresses),
    requestTls: { ...tls, timeout: limits.connectTimeoutMs, maxCachedSessions: 0 },
  });
}

const createPool = (target: ConnectionTarget): Pool =>
  new Pool(target.origin, {
    ...clientLimits,
    connections: limits.maxInFlightPerHost,
    keepAliveMaxTimeout: limits.maxIdleMs,
    clientTtl: limits.maxConnectionMs,
    connect: { ...connectTo(target.addresses), ...tlsOf(target) },
  });

/** Connects the requests of one egress. */
export interface Dispatchers {
  /**
   * Returns the dispatcher of a request. Requests with the same `owner` share connections to the same checked addresses.
   * null: the connection serves this request only.
   */
  acquire(target: ConnectionTarget, owner: string | null): RequestDispatcher;
  /** Closes all connections. */
  stop(): void;
}

const nothing = async (): Promise<void> => {};

export function createDispatchers(): Dispatchers {
  const pools = new LRUCache<string, Pool>({
    max: limits.maxPools,
    dispose: (pool) => void pool.close().catch(() => {}),
  });
  const poolOf = (target: ConnectionTarget, owner: string): Pool => {
    const { origin, verify, authority, certificate } = target;
    const key = JSON.stringify([owner, origin, verify, authority, certificate, target.addresses.toSorted()]);
    const pool = pools.get(key) ?? createPool(target);
    pools.set(key, pool);
    return pool;
  };
  return {
    acquire: (target, owner) => {
      if (owner !== null && target.proxy === null)
        return { dispatcher: poolOf(target, owner), isKept: true, release: nothing };
      const dispatcher = createDispatcher(target);
      return { dispatcher, isKept: false, release: () => dispatcher.destroy() };
    },
    stop: () => {
      for (const pool of pools.values()) void pool.destroy().catch(() => {});
      pools.clear();
    },
  };
}
