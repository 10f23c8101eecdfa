import type { DisplayMessage } from './language.ts';

/** The text of a refusal, and its data. */
interface Problem {
  readonly detail: string;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The server has refused a request. */
export class ApiError extends Error {
  readonly status: number;
  /** The seconds until a retry; null: unknown. */
  readonly retryAfter: number | null;
  /** The reason for the user */
  readonly refusal: DisplayMessage;
  constructor(status: number, { detail, code, params = {} }: Problem, retryAfter: number | null = null) {
    super(detail);
    this.status = status;
    this.retryAfter = retryAfter;
    this.refusal = code === undefined ? detail : { code, params, sentence: detail };
  }
}

const problemType = 'application/problem+json';

/** The content types of responses that the page reads. */
export const acceptedTypes = `application/json, ${problemType}`;

/** Reads a refusal of the server, or of a proxy before it, which has only a text. */
export async function readApiError(response: Response): Promise<ApiError> {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const isProblem = response.headers.get('Content-Type')?.startsWith(problemType) === true;
  const problem: Problem = isProblem ? await response.json() : { detail: (await response.text()).trim() };
  return new ApiError(response.status, problem, Number.isNaN(seconds) ? null : seconds);
}

/** The server is unreachable or unavailable. */
export class OfflineError extends Error {
  /** Something was to be done: it may have been. */
  readonly isChange: boolean;
  constructor(isChange: boolean) {
    super('can’t reach the server');
    this.isChange = isChange;
  }
}

/** The message of an error for the user. */
export function messageOf(error: unknown): DisplayMessage {
  if (error instanceof ApiError) return error.refusal;
  if (error instanceof OfflineError) {
    return error.isChange
      ? 'Can’t reach the server. We don’t know yet whether this was saved; it is checked when the connection is back.'
      : 'Can’t reach the server.';
  }
  return error instanceof Error ? error.message : 'Something went wrong. Reload the page.';
}
