import { type Message, message } from '@slipway/domain/messages';
import { Conflict, RefusalError } from '@slipway/domain/model';

/** The request has no credentials, or wrong ones. */
export class Unauthenticated extends RefusalError {
  override readonly name = 'Unauthenticated';
}

/** The operator's license is expired or invalid (rest-api.md, section Errors). */
export class Unlicensed extends RefusalError {
  override readonly name = 'Unlicensed';
}

/** The path does not support the method. */
export class MethodNotAllowed extends RefusalError {
  override readonly name = 'MethodNotAllowed';
  /** the methods that the path supports */
  readonly allow: readonly string[];
  constructor(text: string | Message, allow: readonly string[]) {
    super(text);
    this.allow = allow;
  }
}

/** The body is larger than the operation allows. */
export class TooLarge extends RefusalError {
  override readonly name = 'TooLarge';
}

/** The content type of the body is not JSON. */
export class UnsupportedMediaType extends RefusalError {
  override readonly name = 'UnsupportedMediaType';
}

/** There were too many failed logins. A later attempt can succeed. */
export class TooManyRequests extends RefusalError {
  override readonly name = 'TooManyRequests';
  readonly retryAfterSeconds: number;
  constructor(text: string | Message, retryAfterSeconds: number) {
    super(text);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A dependency of the request, such as a script runner, is unavailable or overloaded. */
export class ServiceUnavailable extends RefusalError {
  override readonly name = 'ServiceUnavailable';
}

/** The directory is unavailable: its users cannot log in, local ones can. */
export class DirectoryUnreachable extends ServiceUnavailable {
  constructor() {
    super(message('server.directoryUnavailable'));
  }
}

/** The idempotency key was used for a different request. */
export class KeyReused extends RefusalError {
  override readonly name = 'KeyReused';
}

/** The server cannot handle an idempotency key at this moment. A retry after a second can succeed. */
export class AnswerPending extends Conflict {
  override readonly name = 'Conflict';
}
