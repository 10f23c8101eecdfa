import { refused } from '../policy/refusal.ts';
import type { Headers } from './request-headers.ts';

/** What changes from one request to the one that its answer sends to. */
export interface Step {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Buffer | null;
}

/** Headers that another server receives too: any other may contain credentials. */
const ofAnyServer: ReadonlySet<string> = new Set([
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

const without = (headers: Headers, left: (name: string) => boolean): Headers =>
  new Map([...headers].filter(([name]) => !left(name)));

/** Clients turn a POST into a GET, and everything for a 303 (Fetch, HTTP-redirect fetch). */
const becomesGet = (method: string, status: number): boolean =>
  status === 303 ? method !== 'GET' && method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST';

/** The request of a redirect. Throws a `Refusal` if it must not be followed. */
export function redirected(step: Step, status: number, location: string): Step {
  // a header is bytes; those beyond ASCII are UTF-8 where servers write them at all
  const text = Buffer.from(location, 'latin1').toString();
  if (!URL.canParse(text, step.url.href)) throw refused('the server redirects to what is no URL');
  const url = new URL(text, step.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused('the server redirects to what is neither http nor https');
  if (step.url.protocol === 'https:' && url.protocol === 'http:')
    throw refused('the server redirects from https to http');
  if (url.username !== '' || url.password !== '') throw refused('the server redirects to a URL with a user name');
  url.hash = '';
  const elsewhere = url.origin !== step.url.origin;
  const headers = elsewhere ? without(step.headers, (name) => !ofAnyServer.has(name)) : step.headers;
  if (!becomesGet(step.method, status)) return { ...step, url, headers };
  return { method: 'GET', url, body: null, headers: without(headers, (name) => name.startsWith('content-')) };
}
