import type { HttpRequest } from '@slipway/script-protocol';
import { limits } from '../policy/policy.ts';
import { refused } from '../policy/refusal.ts';
import type { RequestHop } from './redirect.ts';
import { type Headers, headersFrom } from './request-headers.ts';

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
  if (!URL.canParse(text)) throw refused('the request has no URL that can be read');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused('a request goes to http or https, and nowhere else');
  url.hash = '';
  return url;
}

/** The same headers and those that they lack. */
export function withHeaders(headers: Headers, added: readonly (readonly [string, string])[]): Headers {
  const missing = added.filter(([name]) => !headers.has(name));
  return new Map([...headers, ...missing.map(([name, value]) => [name, { name, values: [value] }] as const)]);
}

/** The first request of an order; the URL may still hold a user name. Throws a `Refusal`. */
export function firstHop(request: HttpRequest): RequestHop {
  const { method } = request;
  if (method === 'CONNECT' || method === 'TRACE') throw refused(`requests with ${method} are not for scripts to make`);
  const url = urlFrom(request.url);
  const body = bytesIn(request);
  const length = body?.length ?? 0;
  if (length > limits.maxRequestBytes)
    throw refused(`the body of a request may have ${limits.maxRequestBytes} bytes, this one has ${length}`);
  return {
    method,
    url,
    body,
    headers: withHeaders(headersFrom(request.headers, { host: url.host, length }), defaultHeaders),
  };
}
