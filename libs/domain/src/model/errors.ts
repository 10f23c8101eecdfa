import { textOf } from '../messages/english.ts';
import { type Message, message, notFoundMessage, type ObjectKind, plainText } from '../messages/message.ts';

export { clip, truncate } from '../messages/clip.ts';

/** A refused request. The text is one line for the caller. */
export class RefusalError extends Error {
  readonly #data: Message | null;
  constructor(text: string | Message, options?: ErrorOptions) {
    super(typeof text === 'string' ? text : textOf(text), options);
    this.#data = typeof text === 'string' ? null : text;
  }

  /** The text as a message; null if the text comes from outside, such as from a script. */
  get data(): Message | null {
    return this.#data;
  }
}

/** A value is wrong or missing. Nothing was changed. */
export class Invalid extends RefusalError {
  override readonly name = 'Invalid';
}

/** The object does not exist, or the caller may not view it. */
export class NotFound extends RefusalError {
  override readonly name = 'NotFound';
}

/** Returns the error for an id without an object of the kind. */
export const notFound = (kind: ObjectKind, id: string): NotFound => new NotFound(notFoundMessage(kind, id));

/** The object exists, but the caller may not view it. The response equals that for an unknown id. */
export class NotVisible extends NotFound {
  readonly kind: ObjectKind;
  constructor(kind: ObjectKind, id: string) {
    super(notFoundMessage(kind, id));
    this.kind = kind;
  }
}

/** The request is well formed, but the current state of the object does not allow it. */
export class Conflict extends RefusalError {
  override readonly name = 'Conflict';
}

/** A missing permission, and the last segment of the object's id. */
export interface MissingPermission {
  readonly permission: string;
  readonly id: string;
}

/** The caller lacks a permission on the target. */
export class Forbidden extends RefusalError {
  override readonly name = 'Forbidden';
  /** null: the request is refused for another reason */
  readonly missing: MissingPermission | null;
  constructor(text: string | Message, missing: MissingPermission | null = null) {
    super(text);
    this.missing = missing;
  }
}

/** Runs a function, and puts a text before the message of an Invalid error. */
export function explainInvalid<T>(subject: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(message('field.refused', { field: subject, problem: messageOf(error) }));
  }
}

/** Returns the message of a refusal. */
export const messageOf = (refusal: RefusalError): Message => refusal.data ?? plainText(refusal.message);
