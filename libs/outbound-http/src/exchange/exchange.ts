import type { ClientCertificate, HttpProxy } from '../connection/connection.ts';
import { limits } from '../policy/policy.ts';
import { failed } from '../policy/refusal.ts';
import type { Dispatchers } from './dispatchers.ts';
import type { Headers } from './request-headers.ts';
import { type BodyContext, readResponseBody } from './response-body.ts';

/** One request to one server, with the target of its connection. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Buffer | null;
  readonly verify: boolean;
  /** the certificates of the only trusted authorities; null: the public ones */
  readonly authority: string | null;
  /** sent to the server; null: none */
  readonly certificate: ClientCertificate | null;
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

const isEmpty = (method: string, status: number, headers: RawResponse['headers']): boolean =>
  hasNoBody(method, status) ||
  (headerOf(headers, 'content-length') === '0' && headerOf(headers, 'content-encoding') === '');

const withoutNames = (headers: RawResponse['headers'], names: ReadonlySet<string>): RawResponse['headers'] =>
  headers.filter(([name]) => !names.has(name.toLowerCase()));

interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** whether the caller follows redirects, whose bodies are then not read */
  readonly followsRedirects: boolean;
  readonly bodyContext: BodyContext;
  readonly dispatchers: Dispatchers;
  /** the owner of connections that later requests use too; null: none */
  readonly connectionOwner: string | null;
}

/** Sends one request and reads its response. Does not follow a redirect. Throws the errors of undici. */
export async function exchange(request: Exchange, options: ExchangeOptions): Promise<RawResponse> {
  const { method, url, body, addresses, verify, authority, certificate, proxy } = request;
  const { signal, followsRedirects, bodyContext, dispatchers, connectionOwner } = options;
  const target = { origin: url.origin, addresses, verify, authority, certificate, proxy };
  const { dispatcher, isKept, release } = dispatchers.acquire(target, connectionOwner);
  try {
    const response = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: Object.fromEntries(Array.from(request.headers.values(), ({ name, values }) => [name, [...values]])),
      body,
      signal,
      reset: !isKept,
      responseHeaders: 'raw',
    });
    const { statusCode: status } = response;
    // undici returns no reason phrase for responses of a proxy, against its types.
    const reason = response.statusText ?? '';
    const headers = headerPairs(response.headers);
    if (followsRedirects && locationOf({ status, headers }) !== null)
      return { status, reason, headers, bytes: Buffer.alloc(0) };
    if (isEmpty(method, status, headers)) {
      await response.body.dump();
      return { status, reason, headers: withoutNames(headers, connectionHeaders), bytes: Buffer.alloc(0) };
    }
    const coding = headerOf(headers, 'content-encoding');
    const { bytes, decoded } = await readResponseBody(response.body, coding, bodyContext);
    const dropped = decoded && coding !== '' ? encodingHeaders : connectionHeaders;
    return { status, reason, headers: withoutNames(headers, dropped), bytes };
  } finally {
    await release();
  }
}
