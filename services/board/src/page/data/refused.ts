/** The server has answered that it does not do what was asked. */
export class Refused extends Error {
  readonly status: number;
  /** in how many seconds it may be asked again; null: nobody has said so */
  readonly retryAfter: number | null;
  /** `sentence` is REST's own line */
  constructor(status: number, sentence: string, retryAfter: number | null = null) {
    super(sentence);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The server cannot be reached, or says that it cannot answer now. */
export class Away extends Error {
  /** Something was to be done: it may have been. */
  readonly isChange: boolean;
  constructor(isChange: boolean) {
    super('the server is away');
    this.isChange = isChange;
  }
}

/** What a person is told of an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Away) {
    return error.isChange
      ? 'The server is unavailable, and it is unknown whether the change was made.'
      : 'The server is unavailable.';
  }
  return error instanceof Error ? error.message : 'Something went wrong. Reload the page.';
}
