import { isIP } from 'node:net';
import { type buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici';
import type { HttpProxy } from '../connection/proxy.ts';
import { limits } from '../policy/policy.ts';
import { failed } from '../policy/refusal.ts';
import { bytesOf, type Holding } from './answer-body.ts';
import type { Headers } from './request-headers.ts';

/** One request to one place, and where the connection goes. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Buffer | null;
  readonly verify: boolean;
  /** those of the host, which were judged; of the proxy where there is one */
  readonly addresses: readonly string[];
  readonly proxy: HttpProxy | null;
}

/** The result, independent of its status. */
export interface Exchanged {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Buffer;
}

/** Connects to these addresses and to no other: names are not looked up again. */
const connectTo = (addresses: readonly string[]): buildConnector.BuildOptions => ({
  timeout: limits.connectMs,
  maxCachedSessions: 0,
  autoSelectFamily: true,
  lookup: (_name, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  },
});

const clientLimits = {
  maxHeaderSize: limits.headerBytes,
  maxResponseSize: limits.answerBytes,
  // the time of the whole request ends these too, also where an answer trickles
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

/** A connection for this request only: its credentials are not shared, and no request meets its end partway. */
function dispatcherFor({ url, addresses, verify, proxy }: Exchange): Dispatcher {
  const tls = { rejectUnauthorized: verify };
  if (proxy === null) return new Client(url.origin, { ...clientLimits, connect: { ...connectTo(addresses), ...tls } });
  return new ProxyAgent({
    ...clientLimits,
    uri: proxy.url,
    ...(proxy.authorization !== null && { token: proxy.authorization }),
    proxyTunnel: false,
    proxyTls: connectTo(addresses),
    requestTls: { ...tls, timeout: limits.connectMs, maxCachedSessions: 0 },
  });
}

/** Names and values in turn, as undici returns raw headers. */
function pairsOf(told: unknown): readonly (readonly [string, string])[] {
  const flat: readonly string[] = Array.isArray(told) ? told.map(String) : [];
  if (flat.length / 2 > limits.headers) throw failed(`the answer has more than ${limits.headers} headers`);
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []));
}

export const headerOf = (headers: Exchanged['headers'], wanted: string): string =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

/** Headers of the closed connection, and of the encoding of the body. */
const ofConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const ofWrapping: ReadonlySet<string> = new Set([...ofConnection, 'content-encoding', 'content-length']);

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends its reader instead; null: it does not. */
export const locationOf = ({ status, headers }: Pick<Exchanged, 'status' | 'headers'>): string | null =>
  redirects.has(status) ? headerOf(headers, 'location') || null : null;

const bodiless = (method: string, status: number): boolean => method === 'HEAD' || status === 204 || status === 304;

interface Exchanging {
  readonly signal: AbortSignal;
  /** a redirect is not an answer */
  readonly followed: boolean;
  readonly holding: Holding;
}

/** Sends one request and reads its answer; a redirect is not followed, and its body is not read. Throws what undici throws. */
export async function exchange(order: Exchange, { signal, followed, holding }: Exchanging): Promise<Exchanged> {
  const { method, url, body } = order;
  const dispatcher = dispatcherFor(order);
  try {
    const answer = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: Object.fromEntries(Array.from(order.headers.values(), ({ name, values }) => [name, [...values]])),
      body,
      signal,
      reset: true,
      responseHeaders: 'raw',
    });
    const { statusCode: status } = answer;
    // undici returns no reason phrase for responses of a proxy, against its types.
    const reason = answer.statusText ?? '';
    const headers = pairsOf(answer.headers);
    if (followed && locationOf({ status, headers }) !== null)
      return { status, reason, headers, bytes: Buffer.alloc(0) };
    const coding = bodiless(method, status) ? '' : headerOf(headers, 'content-encoding');
    const { bytes, unwrapped } = await bytesOf(answer.body, coding, holding);
    const gone = unwrapped && coding !== '' ? ofWrapping : ofConnection;
    return { status, reason, headers: headers.filter(([name]) => !gone.has(name.toLowerCase())), bytes };
  } finally {
    await dispatcher.destroy();
  }
}
