import { isIP } from 'node:net';
import { type buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici';
import type { HttpProxy } from '../connection/connection.ts';
import { limits } from '../policy/policy.ts';
import { failed } from '../policy/refusal.ts';
import type { Headers } from './request-headers.ts';
import { type BodyContext, readResponseBody } from './response-body.ts';

/** One request to one server, with the target of its connection. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Buffer | null;
  readonly verify: boolean;
  /** the checked addresses of the host, or of the proxy, if there is one */
  readonly addresses: readonly string[];
  readonly proxy: HttpProxy | null;
}

/** A response with any status. */
export interface RawResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Buffer;
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

/** Creates a connection for this request only: its credentials are not shared, and no other request ends it. */
function dispatcherFor({ url, addresses, verify, proxy }: Exchange): Dispatcher {
  const tls = { rejectUnauthorized: verify };
  if (proxy === null) return new Client(url.origin, { ...clientLimits, connect: { ...connectTo(addresses), ...tls } });
  return new ProxyAgent({
    ...clientLimits,
    uri: proxy.url,
    ...(proxy.authorization !== null && { token: proxy.authorization }),
    proxyTunnel: false,
    proxyTls: connectTo(addresses),
    requestTls: { ...tls, timeout: limits.connectTimeoutMs, maxCachedSessions: 0 },
  });
}

/** Converts the alternating names and values of undici's raw headers. */
function headerPairs(rawHeaders: unknown): readonly (readonly [string, string])[] {
  const flat: readonly string[] = Array.isArray(rawHeaders) ? rawHeaders.map(String) : [];
  if (flat.length / 2 > limits.maxHeaders) throw failed(`the response has more than ${limits.maxHeaders} headers`);
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : []));
}

export const headerOf = (headers: RawResponse['headers'], headerName: string): string =>
  headers.find(([name]) => name.toLowerCase() === headerName)?.[1] ?? '';

/** Headers about the closed connection and the encoding of the body. */
const connectionHeaders: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const encodingHeaders: ReadonlySet<string> = new Set([...connectionHeaders, 'content-encoding', 'content-length']);

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the target of a redirect; null for any other response. */
export const locationOf = ({ status, headers }: Pick<RawResponse, 'status' | 'headers'>): string | null =>
  redirectStatuses.has(status) ? headerOf(headers, 'location') || null : null;

const hasNoBody = (method: string, status: number): boolean => method === 'HEAD' || status === 204 || status === 304;

interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** whether the caller follows redirects, whose bodies are then not read */
  readonly followsRedirects: boolean;
  readonly bodyContext: BodyContext;
}

/** Sends one request and reads its response. Does not follow a redirect. Throws the errors of undici. */
export async function exchange(
  request: Exchange,
  { signal, followsRedirects, bodyContext }: ExchangeOptions,
): Promise<RawResponse> {
  const { method, url, body } = request;
  const dispatcher = dispatcherFor(request);
  try {
    const response = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: Object.fromEntries(Array.from(request.headers.values(), ({ name, values }) => [name, [...values]])),
      body,
      signal,
      reset: true,
      responseHeaders: 'raw',
    });
    const { statusCode: status } = response;
    // undici returns no reason phrase for responses of a proxy, against its types.
    const reason = response.statusText ?? '';
    const headers = headerPairs(response.headers);
    if (followsRedirects && locationOf({ status, headers }) !== null)
      return { status, reason, headers, bytes: Buffer.alloc(0) };
    const coding = hasNoBody(method, status) ? '' : headerOf(headers, 'content-encoding');
    const { bytes, decoded } = await readResponseBody(response.body, coding, bodyContext);
    const dropped = decoded && coding !== '' ? encodingHeaders : connectionHeaders;
    return { status, reason, headers: headers.filter(([name]) => !dropped.has(name.toLowerCase())), bytes };
  } finally {
    await dispatcher.destroy();
  }
}
