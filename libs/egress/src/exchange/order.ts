import type { HttpOrder } from '@slipway/scripts';
import { limits } from '../policy/policy.ts';
import { refused } from '../policy/refusal.ts';
import type { Step } from './redirect.ts';
import { type Headers, headersFrom } from './request-headers.ts';

/** Default headers, which a script can override. */
const usual = [
  ['user-agent', 'slipway'],
  ['accept', '*/*'],
  ['accept-encoding', 'gzip'],
] as const;

const bytesIn = ({ body }: HttpOrder): Buffer | null => {
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
  const lacking = added.filter(([name]) => !headers.has(name));
  return new Map([...headers, ...lacking.map(([name, value]) => [name, { name, values: [value] }] as const)]);
}

/** The first request of an order; the URL may still hold a user name. Throws a `Refusal`. */
export function firstStep(order: HttpOrder): Step {
  const { method } = order;
  if (method === 'CONNECT' || method === 'TRACE') throw refused(`requests with ${method} are not for scripts to make`);
  const url = urlFrom(order.url);
  const body = bytesIn(order);
  const length = body?.length ?? 0;
  if (length > limits.requestBytes)
    throw refused(`the body of a request may have ${limits.requestBytes} bytes, this one has ${length}`);
  return { method, url, body, headers: withHeaders(headersFrom(order.headers, { host: url.host, length }), usual) };
}
