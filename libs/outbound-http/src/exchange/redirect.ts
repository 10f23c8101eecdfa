import type { HttpRequest } from '@slipway/script-protocol';
import { limits } from '../policy/policy.ts';
import { refused } from '../policy/refusal.ts';
import { type Headers, headersFrom } from './request-headers.ts';

/** The changes from a request to its redirect. */
export interface RequestHop {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Buffer | null;
}

/** Headers that another server receives too: any other may contain credentials. */
const forwardableHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-type',
  'idempotency-key',
  'pragma',
  'range',
  'user-agent',
  // without these headers, the redirect would be another request
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);

const without = (headers: Headers, isDropped: (name: string) => boolean): Headers =>
  new Map([...headers].filter(([name]) => !isDropped(name)));

/** Whether the redirect uses GET: browsers convert a POST, and every method for a 303 (Fetch, HTTP-redirect fetch). */
const becomesGet = (method: string, status: number): boolean =>
  status === 303 ? method !== 'GET' && method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST';

/** Returns the request of a redirect. Throws a `Refusal` if it must not be followed. */
export function nextHop(hop: RequestHop, status: number, location: string): RequestHop {
  // a header is bytes, and servers encode other characters than ASCII in UTF-8
  const text = Buffer.from(location, 'latin1').toString();
  if (!URL.canParse(text, hop.url.href)) throw refused('the server redirects to an invalid URL');
  const url = new URL(text, hop.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused('the server redirects to a URL that is neither http nor https');
  if (hop.url.protocol === 'https:' && url.protocol === 'http:')
    throw refused('the server redirects from https to http');
  if (url.username !== '' || url.password !== '') throw refused('the server redirects to a URL with a user name');
  url.hash = '';
  const isOtherOrigin = url.origin !== hop.url.origin;
  const headers = isOtherOrigin ? without(hop.headers, (name) => !forwardableHeaders.has(name)) : hop.headers;
  if (!becomesGet(hop.method, status)) return { ...hop, url, headers };
  return { method: 'GET', url, body: null, headers: without(headers, (name) => name.startsWith('content-')) };
}

/** Default headers, which a script can override. */
const defaultHeaders = [
  ['user-agent', 'slipway'],
  ['accept', '*/*'],
  ['accept-encoding', 'gzip'],
] as const;

const bytesIn = ({ body }: HttpRequest): Buffer | null => {
  if (body === null) return null;
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
};

function urlFrom(text: string): URL {
  if (!URL.canParse(text)) throw refused('the URL of the request is invalid');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused('a request goes to http or https, and nowhere else');
  url.hash = '';
  return url;
}

/** Returns the headers, with these added unless they are set. */
export function withHeaders(headers: Headers, added: readonly (readonly [string, string])[]): Headers {
  const missing = added.filter(([name]) => !headers.has(name));
  return new Map([...headers, ...missing.map(([name, value]) => [name, { name, values: [value] }] as const)]);
}

/** Returns the first request for a script; the URL may still contain a user name. Throws a `Refusal`. */
export function firstHop(request: HttpRequest): RequestHop {
  const { method } = request;
  if (method === 'CONNECT' || method === 'TRACE') throw refused(`scripts cannot send requests with ${method}`);
  const url = urlFrom(request.url);
  const body = bytesIn(request);
  const length = body?.length ?? 0;
  if (length > limits.maxRequestBytes)
    throw refused(`the body of a request can have at most ${limits.maxRequestBytes} bytes, and this one has ${length}`);
  return {
    method,
    url,
    body,
    headers: withHeaders(headersFrom(request.headers, { host: url.host, length }), defaultHeaders),
  };
}
