import type { Response } from 'express';
import type { Refusal } from './errors/status-codes.ts';

export interface Reply {
  readonly status: number;
  /** null: without content */
  readonly type: string | null;
  readonly content: string | Buffer;
  readonly headers?: Readonly<Record<string, string | number | string[]>>;
}

const commonHeaders = { 'Content-Language': 'en', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

/** The bytes of content that the kernel accepts at once. */
const largeContent = 64 * 1024;
/** In milliseconds. A client that reads nothing of a large response for this time is disconnected. */
const stallTimeoutMs = 30_000;

/**
 * Sends a response, unless one has begun. A text is sent together with the head; bytes would need a second write. All headers
 * are set at once, because each separate header is checked and stored separately, which takes 10 µs.
 */
export function send(response: Response, { status, type, content, headers = {} }: Reply): void {
  if (response.headersSent) return;
  const contentHeaders = type === null ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(content) };
  const ownResponseHeaders = ownHeaders(response);
  response.writeHead(status, { ...commonHeaders, ...ownResponseHeaders, ...contentHeaders, ...headers });
  if (content.length > largeContent) response.socket?.setTimeout(stallTimeoutMs);
  if (response.req.method === 'HEAD' || type === null) response.end();
  else response.end(content);
}

/** Headers of each response: the request id, and with a replica the lag, or the time of the commit. */
export function ownHeaders({ locals }: Response): Readonly<Record<string, string | number>> {
  const { requestId, readLag, writtenAt } = locals;
  if (typeof readLag === 'number') return { 'X-Request-Id': requestId, 'Slipway-Read-Lag': readLag };
  if (typeof writtenAt === 'string') return { 'X-Request-Id': requestId, 'Slipway-Written-At': writtenAt };
  return { 'X-Request-Id': requestId };
}

const jsonType = 'application/json; charset=utf-8';

export const jsonReply = (value: unknown, status = 200): Reply => ({
  status,
  type: jsonType,
  content: JSON.stringify(value),
});

export const emptyReply = (status: number, headers: Reply['headers'] = {}): Reply => ({
  status,
  type: null,
  content: '',
  headers,
});

/**
 * Sends JSON that is already serialized, or nothing. Clients may cache a response with a tag, and must validate it.
 */
export function taggedReply(status: number, tag: string | null, body: string | Buffer | null): Reply {
  const headers: Reply['headers'] = tag === null ? {} : { ETag: tag, 'Cache-Control': 'private, no-cache' };
  return body === null ? emptyReply(status, headers) : { status, type: jsonType, content: body, headers };
}

/** The only text of an error with several lines: it repeats the body that is not JSON (rest-api.md, Errors). */
const echoCode = 'json.malformed';

/** Returns a text without line breaks and other control characters, which can come from names in a request. */
const toOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** An error: one line of text, or RFC 9457 for those who accept it (compatibility.md, Answers). */
export function refusalReply(
  { status, title, detail, code, params, headers }: Refusal,
  acceptsProblem: boolean,
): Reply {
  if (!acceptsProblem) {
    const text = code === echoCode ? detail : toOneLine(detail);
    return { status, type: 'text/plain; charset=utf-8', content: `${text}\n`, headers };
  }
  const problem = { type: 'about:blank', title, status, detail, code, params };
  return { status, type: 'application/problem+json', content: JSON.stringify(problem), headers };
}
