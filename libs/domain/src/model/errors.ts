import { clip } from '../messages/clip.ts';
import { textOf } from '../messages/english.ts';
import type { Message } from '../messages/message.ts';

export { clip, truncate } from '../messages/clip.ts';

/** A refusal. The text is one line for the caller. */
class RefusalError extends Error {
  /** The text as data; null where it has no code yet. */
  readonly data: Message | null;
  constructor(text: string | Message) {
    super(typeof text === 'string' ? text : textOf(text));
    this.data = typeof text === 'string' ? null : text;
  }
}

/** A value is wrong or missing; nothing was changed. */
export class Invalid extends RefusalError {
  override readonly name = 'Invalid';
}

/** The object does not exist, or the caller may not view it. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
}

/**
 * The object exists, but the caller may not view it. The response for a request that names it equals that of an
 * unknown id.
 */
export class NotVisible extends NotFound {
  /** `release`, `task`, `folder` */
  readonly kind: string;
  constructor(subject: string, id: string) {
    super(`there is no ${subject} '${clip(id)}'`);
    this.kind = subject;
  }
}

/** The request is well formed, but the state of things refuses it. */
export class Conflict extends RefusalError {
  override readonly name = 'Conflict';
}

/** A missing permission, and the last segment of the id of the object. */
export interface MissingPermission {
  readonly permission: string;
  readonly id: string;
}

/** The caller lacks a permission on the target. */
export class Forbidden extends RefusalError {
  override readonly name = 'Forbidden';
  /** null where it is refused for another reason */
  readonly missing: MissingPermission | null;
  constructor(text: string | Message, missing: MissingPermission | null = null) {
    super(text);
    this.missing = missing;
  }
}

/** Runs a function, and puts a text before the message of an Invalid that it throws. */
export function explainInvalid<T>(subject: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof Invalid ? new Invalid(`${subject}: ${error.message}`) : error;
  }
}
