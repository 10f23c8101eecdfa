import { STATUS_CODES } from 'node:http';
import type { Message } from '@slipway/domain/messages';
import { Conflict, Forbidden, Invalid, NotFound, RefusalError } from '@slipway/domain/model';
import { Overloaded, PreconditionFailed } from '@slipway/engine';
import { BadFile } from '@slipway/formats';
import { isDiskFull, isUnavailable } from '@slipway/persistence/database';
import {
  AnswerPending,
  KeyReused,
  MethodNotAllowed,
  ServiceUnavailable,
  TooLarge,
  TooManyRequests,
  Unauthenticated,
  Unlicensed,
  UnsupportedMediaType,
} from './errors.ts';

/** The status code of each kind of error (compatibility.md, Answers). */
const statuses = [
  [Invalid, 400],
  [BadFile, 400],
  [Unauthenticated, 401],
  [Unlicensed, 402],
  [Forbidden, 403],
  [URIError, 400],
  [NotFound, 404],
  [MethodNotAllowed, 405],
  [Conflict, 409],
  [PreconditionFailed, 412],
  [TooLarge, 413],
  [UnsupportedMediaType, 415],
  [KeyReused, 422],
  [TooManyRequests, 429],
  [Overloaded, 503],
  [ServiceUnavailable, 503],
] as const;

/** An error as it is sent: without a stack, and without an internal text. */
export interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** identifies the text for programs; absent for a text without a code */
  readonly code?: string;
  /** the parameters of the text */
  readonly params?: Message['params'];
  readonly headers: Readonly<Record<string, string>>;
}

/** The response to a thrown value. An error without a text for callers gets a fixed text with a code. */
export function refusalFor(error: unknown): Refusal {
  const mapping = statuses.find(([errorClass]) => error instanceof errorClass);
  const status = mapping?.[1] ?? statusOf(error);
  const title = STATUS_CODES[status] ?? 'Error';
  const headers = headersFor(error);
  if (mapping && error instanceof Error) {
    const data = error instanceof RefusalError ? error.data : null;
    if (data === null) return { status, title, detail: error.message, headers };
    const { code, params } = data;
    return { status, title, detail: error.message, code, params, headers: { ...headers, 'X-Slipway-Code': code } };
  }
  const fixedBody = fixedText(status);
  return { status, title, ...fixedBody, headers: { ...headers, 'X-Slipway-Code': fixedBody.code } };
}

/** The response to an error without a status code. */
function statusOf(error: unknown): number {
  if (isDiskFull(error)) return 507;
  return isUnavailable(error) ? 503 : 500;
}

/** The code of the responses while the database is unavailable. The board then shows that the server is offline. */
const notReadyCode = 'server-not-ready';

function fixedText(status: number): Required<Pick<Refusal, 'code' | 'detail'>> {
  if (status === 507) {
    const detail = 'The server has no disk space left for this: an administrator has to free some.';
    return { code: 'disk-full', detail };
  }
  if (status === 503) return { code: notReadyCode, detail: 'The server is not ready for this now, try again.' };
  return { code: 'internal-error', detail: 'The server could not process the request.' };
}

function headersFor(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof Unauthenticated) return { 'WWW-Authenticate': 'Basic realm="Slipway", charset="UTF-8"' };
  if (error instanceof MethodNotAllowed) return { Allow: error.allow.join(', ') };
  if (error instanceof TooManyRequests) return { 'Retry-After': String(error.retryAfterSeconds) };
  if (error instanceof Overloaded || error instanceof AnswerPending) return { 'Retry-After': '1' };
  return {};
}
