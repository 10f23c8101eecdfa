import { parseRetryAfter } from '@slipway/domain/notifications';
import type { Egress } from '@slipway/outbound-http';
import { oneLine } from '../channels/content.ts';

type HttpRequest = Parameters<Egress['send']>[0];

/** The outcome of a request to a receiver. An error is one line without secrets. */
export type PostResult =
  | { readonly kind: 'accepted'; readonly status: number; readonly headers: readonly (readonly [string, string])[] }
  /** the receiver no longer exists (410) */
  | { readonly kind: 'gone'; readonly status: number; readonly error: string }
  | {
      readonly kind: 'failed';
      /** null: no response */
      readonly status: number | null;
      readonly error: string;
      /** the time that the receiver requests before the next attempt */
      readonly retryAfterMs: number | null;
    };

export interface ReceiverRequest {
  readonly url: string;
  readonly method: 'POST' | 'OPTIONS';
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  /** texts that no error may contain; the same list for all requests to a receiver, because it has a cache */
  readonly masked: readonly MaskedText[];
  /** the id of the receiver, which shares the limits of a host fairly */
  readonly requester: string;
  readonly signal?: AbortSignal | undefined;
}

/** A text that no response and no error contains. */
export interface MaskedText {
  readonly value: string;
  /** any host may receive it */
  readonly hosts: null;
}

const receiverTimeoutMs = 15_000;

const maxAnswerLength = 120;

const toRequest = ({ url, method, headers, body }: ReceiverRequest, timeoutMs: number): HttpRequest => ({
  does: 'http',
  place: 0,
  method,
  url,
  headers: headers.map(([name, value]) => [name, value]),
  body: body === null ? null : { text: body },
  timeoutMs,
  followRedirects: false,
  verify: true,
  connection: null,
  credentials: null,
});

/** The path and the query of an address are secret: for Slack and Teams they are the permission to post. */
export function maskedTexts(url: string, secrets: readonly string[]): readonly MaskedText[] {
  const { pathname, search } = new URL(url);
  const parts = [`${pathname}${search}`, search, ...pathname.split('/')];
  return [...secrets, ...parts.filter(({ length }) => length >= 8)].map((value) => ({ value, hosts: null }));
}

function retryAfterOf(status: number, headers: readonly (readonly [string, string])[], now: number): number | null {
  if (status !== 429 && status !== 503) return null;
  const [, value] = headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  return value === undefined ? null : parseRetryAfter(value, now);
}

function failureOf(status: number, answer: string): string {
  if (status >= 300 && status < 400) return `the receiver answered ${status}: redirects are not followed`;
  const text = oneLine(answer, maxAnswerLength);
  return `the receiver answered ${status}${text === '' ? '' : `: ${text}`}`;
}

/** Sends one request to a receiver, without redirects. Throws only the reason of the signal. */
export async function sendToReceiver(
  egress: Pick<Egress, 'send'>,
  request: ReceiverRequest,
  { timeoutMs = receiverTimeoutMs, now = Date.now() }: { readonly timeoutMs?: number; readonly now?: number } = {},
): Promise<PostResult> {
  const { requester, signal, masked: secrets } = request;
  const options = { secrets, connection: null, requester, keepsConnection: true, signal };
  const reply = await egress.send(toRequest(request, timeoutMs), options);
  if ('refused' in reply)
    return { kind: 'failed', status: null, error: oneLine(reply.refused.message), retryAfterMs: null };
  const { status, headers, body } = reply.value;
  if (status >= 200 && status < 300) return { kind: 'accepted', status, headers };
  if (status === 410) return { kind: 'gone', status, error: 'the receiver answered 410: it no longer exists' };
  const error = failureOf(status, 'text' in body ? body.text : '');
  return { kind: 'failed', status, error, retryAfterMs: retryAfterOf(status, headers, now) };
}
