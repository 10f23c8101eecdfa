import { RefusalError } from '@slipway/domain/model';

/** A file is not valid in its format; the message is one line for the user. */
export class BadFile extends RefusalError {
  override readonly name = 'BadFile';
}

const maxLength = 100;

/** An external name or message, shortened to one line without control characters. */
export const toSingleLine = (text: string): string => {
  const plain = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, '?');
  return plain.length > maxLength ? `${plain.slice(0, maxLength)}…` : plain;
};

/** The message of whatever a parser threw, as the end of our own sentence. */
export const reasonOf = (error: unknown): string =>
  toSingleLine(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
