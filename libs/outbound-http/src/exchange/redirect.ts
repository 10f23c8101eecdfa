import { refused } from '../policy/refusal.ts';
import type { Headers } from './request-headers.ts';

/** What changes from one request to the one that its answer sends to. */
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
  // without them it would be another request
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);

const without = (headers: Headers, isDropped: (name: string) => boolean): Headers =>
  new Map([...headers].filter(([name]) => !isDropped(name)));

/** Clients turn a POST into a GET, and everything for a 303 (Fetch, HTTP-redirect fetch). */
const becomesGet = (method: string, status: number): boolean =>
  status === 303 ? method !== 'GET' && method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST';

/** The request of a redirect. Throws a `Refusal` if it must not be followed. */
export function nextHop(hop: RequestHop, status: number, location: string): RequestHop {
  // a header is bytes; those beyond ASCII are UTF-8 where servers write them at all
  const text = Buffer.from(location, 'latin1').toString();
  if (!URL.canParse(text, hop.url.href)) throw refused('the server redirects to what is no URL');
  const url = new URL(text, hop.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused('the server redirects to what is neither http nor https');
  if (hop.url.protocol === 'https:' && url.protocol === 'http:')
    throw refused('the server redirects from https to http');
  if (url.username !== '' || url.password !== '') throw refused('the server redirects to a URL with a user name');
  url.hash = '';
  const isOtherOrigin = url.origin !== hop.url.origin;
  const headers = isOtherOrigin ? without(hop.headers, (name) => !forwardableHeaders.has(name)) : hop.headers;
  if (!becomesGet(hop.method, status)) return { ...hop, url, headers };
  return { method: 'GET', url, body: null, headers: without(headers, (name) => name.startsWith('content-')) };
}
