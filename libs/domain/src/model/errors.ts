import { textOf } from '../messages/english.ts';
import { type Message, message, notFoundMessage, type ObjectKind, plainText } from '../messages/message.ts';

export { clip, truncate } from '../messages/clip.ts';

/** A request that is refused. The text is one line for the caller. */
export class RefusalError extends Error {
  readonly #data: Message | null;
  constructor(text: string | Message, options?: ErrorOptions) {
    super(typeof text === 'string' ? text : textOf(text), options);
    this.#data = typeof text === 'string' ? null : text;
  }

  /** The text as data; null where the text comes from outside, such as from a script. */
  get data(): Message | null {
    return this.#data;
  }
}

/** A value is wrong or missing; nothing was changed. */
export class Invalid extends RefusalError {
  override readonly name = 'Invalid';
}

/** The object does not exist, or the caller may not view it. */
export class NotFound extends RefusalError {
  override readonly name = 'NotFound';
}

/** The refusal of an id that names no object of the kind. */
export const notFound = (kind: ObjectKind, id: string): NotFound => new NotFound(notFoundMessage(kind, id));

/**
 * The object exists, but the caller may not view it. The response for a request that names it equals that of an
 * unknown id.
 */
export class NotVisible extends NotFound {
  readonly kind: ObjectKind;
  constructor(kind: ObjectKind, id: string) {
    super(notFoundMessage(kind, id));
    this.kind = kind;
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
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(message('field.refused', { field: subject, problem: messageOf(error) }));
  }
}

/** The message of a refusal. */
export const messageOf = (refusal: RefusalError): Message => refusal.data ?? plainText(refusal.message);
