import { t } from '../navigation/text.ts';
import type { DisplayMessage } from './language.ts';
import type { ReceivedResponse } from './prefetch.ts';
import type { Problem } from './refusal-words.ts';

/** An error response of the server. */
export class ApiError extends Error {
  readonly status: number;
  /** The time until the client may retry, in seconds; null if the response does not contain it. */
  readonly retryAfter: number | null;
  /** The message for the user. */
  readonly refusal: DisplayMessage;
  constructor(status: number, { detail, code, params = {}, revise }: Problem, retryAfter: number | null = null) {
    super(detail);
    this.status = status;
    this.retryAfter = retryAfter;
    this.refusal = code === undefined ? detail : { code, params, sentence: detail, revise };
  }
}

const problemType = 'application/problem+json';

/** The content types that requests accept. */
export const acceptedTypes = `application/json, ${problemType}`;

/** Returns the error of an error response. The response of a proxy contains only plain text. */
export async function readApiError({ response, text }: ReceivedResponse): Promise<ApiError> {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const isProblem = response.headers.get('Content-Type')?.startsWith(problemType) === true;
  const problem: Problem = isProblem ? JSON.parse(text) : { detail: text.trim() };
  const words = problem.code === undefined ? null : await import('./refusal-words.ts').catch(() => null);
  return new ApiError(
    response.status,
    words?.problemInWords(problem) ?? problem,
    Number.isNaN(seconds) ? null : seconds,
  );
}

/** Statuses of a refused request that can succeed later: a timeout, an early request, and too many requests. */
const temporaryStatuses: readonly number[] = [408, 425, 429];

/**
 * Whether the server would refuse a request again: its object does not exist, the user cannot view it, or its state does
 * not allow the request.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && !temporaryStatuses.includes(error.status);

/** Repeats a failed request; null if the server would refuse it again. */
export type Retry = (() => Promise<void>) | null;

/** The server is unreachable or unavailable. */
export class OfflineError extends Error {
  /** Whether the request was a change, which the server may have applied. */
  readonly isChange: boolean;
  constructor(isChange: boolean) {
    super(t('can’t reach the server'));
    this.isChange = isChange;
  }
}

/** The message of an error for the user. */
export function messageOf(error: unknown): DisplayMessage {
  if (error instanceof ApiError) return error.refusal;
  if (error instanceof OfflineError) {
    return error.isChange
      ? t(
          'Can’t reach the server. We don’t know yet whether this was saved; it is checked when the connection is back.',
        )
      : t('Can’t reach the server.');
  }
  return error instanceof Error ? error.message : t('Something went wrong. Reload the page.');
}
