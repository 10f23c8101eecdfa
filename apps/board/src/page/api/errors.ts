/** The server has refused a request. */
export class ApiError extends Error {
  readonly status: number;
  /** The seconds until a retry; null: unknown. */
  readonly retryAfter: number | null;
  /** `sentence` is REST's own line */
  constructor(status: number, sentence: string, retryAfter: number | null = null) {
    super(sentence);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The server is unreachable or unavailable. */
export class OfflineError extends Error {
  /** Something was to be done: it may have been. */
  readonly isChange: boolean;
  constructor(isChange: boolean) {
    super('the server is away');
    this.isChange = isChange;
  }
}

/** The message of an error for the user. */
export function messageOf(error: unknown): string {
  if (error instanceof OfflineError) {
    return error.isChange
      ? 'The server is unavailable, and it is unknown whether the change was made.'
      : 'The server is unavailable.';
  }
  return error instanceof Error ? error.message : 'Something went wrong. Reload the page.';
}
