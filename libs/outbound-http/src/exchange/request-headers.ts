import { limits } from '../policy/policy.ts';
import { refused } from '../policy/refusal.ts';

/** Headers by lower-case name, with their values in order. */
export type Headers = ReadonlyMap<string, { readonly name: string; readonly values: readonly string[] }>;

/** Headers of the connection and of the message length, which the client sets (RFC 9110, 7.6.1; RFC 9112, 6.3). */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const isConnectionHeader = (name: string): boolean => connectionHeaders.has(name) || name.startsWith('proxy-');

const token = /^[\w!#$%&'*+.^`|~-]+$/;
const value = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Redundant headers that scripts of the family set. */
function isRedundant(name: string, text: string, host: string, length: number): boolean {
  if (name === 'host') return text.toLowerCase() === host;
  if (name === 'content-length') return text.trim() === String(length);
  return name === 'connection' && ['close', 'keep-alive'].includes(text.trim().toLowerCase());
}

/**
 * Returns the headers of a request, each of which is one valid line. `host` and `length` are those of the request.
 * Throws a `Refusal`.
 */
export function headersFrom(
  rawHeaders: readonly (readonly [string, string])[],
  { host, length }: { readonly host: string; readonly length: number },
): Headers {
  const headers = new Map<string, { name: string; values: string[] }>();
  let size = 0;
  for (const [name, text] of rawHeaders) {
    const key = name.toLowerCase();
    if (!token.test(name)) throw refused('the name of a header can contain only letters, digits and signs such as "-"');
    if (!value.test(text)) throw refused(`the header ${name} contains an invalid character, such as a line break`);
    if (isConnectionHeader(key) && isRedundant(key, text, host, length)) continue;
    if (isConnectionHeader(key)) throw refused(`scripts cannot set the header ${name}`);
    size += name.length + text.length;
    const existing = headers.get(key);
    if (existing === undefined) headers.set(key, { name, values: [text] });
    else existing.values.push(text);
  }
  if (size > limits.maxHeaderBytes)
    throw refused(`the headers of a request can have at most ${limits.maxHeaderBytes} bytes in total`);
  return headers;
}
