import { Conflict } from '@slipway/domain';

/** The caller gave no name and password, or wrong ones. */
export class Unauthenticated extends Error {
  override readonly name = 'Unauthenticated';
}

/** The operator's licence is expired or invalid (rest-api.md, section Errors). */
export class Unlicensed extends Error {
  override readonly name = 'Unlicensed';
}

/** The path exists, but not for this method. */
export class WrongMethod extends Error {
  override readonly name = 'WrongMethod';
  /** the methods that would do */
  readonly allow: readonly string[];
  constructor(message: string, allow: readonly string[]) {
    super(message);
    this.allow = allow;
  }
}

/** The body is larger than this call takes. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The body is no JSON by its content type. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** Too many failed logins; it pays to wait. */
export class TooMany extends Error {
  override readonly name = 'TooMany';
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Something that this request needs, such as a script runner, is not there or has no time. */
export class Unserved extends Error {
  override readonly name = 'Unserved';
}

/** Something else was asked for under the same idempotency key before. */
export class Reused extends Error {
  override readonly name = 'Reused';
}

/** The same request is being answered at this moment; it pays to wait. */
export class StillAnswering extends Conflict {
  override readonly name = 'Conflict';
}
