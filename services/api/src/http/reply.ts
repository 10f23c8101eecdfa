import type { Response } from 'express';
import type { Refusal } from './errors/status-codes.ts';
import type { Answer } from './perform.ts';

const always = { 'Content-Language': 'en', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

/**
 * A text goes out in one piece with the head; bytes would go in a second one. All headers are written at once:
 * with one set before, each is checked and kept by itself, which costs 10 µs.
 */
function end(response: Response, status: number, type: string | null, content: string | Buffer, headers = {}): void {
  if (response.headersSent) return;
  const described = type === null ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(content) };
  const own = { 'X-Request-Id': response.locals.requestId };
  response.writeHead(status, { ...always, ...own, ...described, ...headers });
  if (response.req.method === 'HEAD' || type === null) response.end();
  else response.end(content);
}

/** Answers a value as JSON. */
export const replyJson = (response: Response, value: unknown, status = 200): void =>
  end(response, status, 'application/json; charset=utf-8', JSON.stringify(value));

/** What has a tag may be kept by whoever asked for it, to be asked about; nothing else is. */
const withTag = (tag: string) => ({ ETag: tag, 'Cache-Control': 'private, no-cache' });

/** Answers what a route has answered. */
export function replyAnswer(response: Response, { status, tag, body }: Answer): void {
  const headers = tag === null ? {} : withTag(tag);
  if (body === null) end(response, status, null, '', headers);
  else end(response, status, 'application/json; charset=utf-8', body, headers);
}

/** Answers that there is nothing to answer. */
export const replyNothing = (response: Response, headers = {}): void => end(response, 204, null, '', headers);

/** Sends the caller to another address of ours. */
export const replyRedirect = (response: Response, location: string): void =>
  end(response, 302, null, '', { Location: location });

/** Answers a text with headers of its own. */
export const replyText = (response: Response, type: string, text: string | Buffer, headers = {}): void =>
  end(response, 200, type, text, headers);

/** Answers an error: one line of text, or RFC 9457 for those who ask for it (decisions.md, Answers). */
export function replyRefusal(response: Response, { status, title, detail, headers }: Refusal): void {
  const accepted = response.req.headers.accept ?? '';
  if (accepted.includes('application/problem+json')) {
    const problem = { type: 'about:blank', title, status, detail };
    end(response, status, 'application/problem+json', JSON.stringify(problem), headers);
  } else {
    end(response, status, 'text/plain; charset=utf-8', `${detail}\n`, headers);
  }
}

/** Answers that a webhook delivery was taken: nothing, and how much that is (rest-api.md, section Events). */
export const replyEmpty = (response: Response): void => end(response, 200, null, '', { 'Content-Length': 0 });

/** Answers a webhook's caller that it was not let in: a text, under the type that rest-api.md (section Events) has. */
export const replyUnauthorized = (response: Response, text: string): void =>
  end(response, 401, 'application/json', text);
