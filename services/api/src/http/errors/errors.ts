import { type Message, message } from '@slipway/domain/messages';
import { Conflict, RefusalError } from '@slipway/domain/model';

/** The caller gave no name and password, or wrong ones. */
export class Unauthenticated extends RefusalError {
  override readonly name = 'Unauthenticated';
}

/** The operator's license is expired or invalid (rest-api.md, section Errors). */
export class Unlicensed extends RefusalError {
  override readonly name = 'Unlicensed';
}

/** The path exists, but not for this method. */
export class MethodNotAllowed extends RefusalError {
  override readonly name = 'MethodNotAllowed';
  /** the methods for which it exists */
  readonly allow: readonly string[];
  constructor(text: string | Message, allow: readonly string[]) {
    super(text);
    this.allow = allow;
  }
}

/** The body is larger than this call takes. */
export class TooLarge extends RefusalError {
  override readonly name = 'TooLarge';
}

/** The body is no JSON by its content type. */
export class UnsupportedMediaType extends RefusalError {
  override readonly name = 'UnsupportedMediaType';
}

/** There were too many failed logins; waiting helps. */
export class TooManyRequests extends RefusalError {
  override readonly name = 'TooManyRequests';
  readonly retryAfterSeconds: number;
  constructor(text: string | Message, retryAfterSeconds: number) {
    super(text);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Something that this request needs, such as a script runner, is not there or has no time. */
export class ServiceUnavailable extends RefusalError {
  override readonly name = 'ServiceUnavailable';
}

/** The directory is unavailable: its users cannot log in, local ones can. */
export class DirectoryUnreachable extends ServiceUnavailable {
  constructor() {
    super(message('server.directoryUnavailable'));
  }
}

/** Another request was sent under the same idempotency key before. */
export class KeyReused extends RefusalError {
  override readonly name = 'KeyReused';
}

/** The server cannot handle an idempotency key at this moment. A retry after a second can succeed. */
export class AnswerPending extends Conflict {
  override readonly name = 'Conflict';
}
