import { RefusalError } from '@slipway/domain/model';

/** The error for a file that is not valid in its format. The message is one line for the user. */
export class BadFile extends RefusalError {
  override readonly name = 'BadFile';
}

const maxLength = 100;

/** Shortens an external name or message to one line without control characters. */
export const toSingleLine = (text: string): string => {
  const plain = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, '?');
  return plain.length > maxLength ? `${plain.slice(0, maxLength)}…` : plain;
};

/** Returns the first line of an error of a parser, for the end of a message. */
export const reasonOf = (error: unknown): string =>
  toSingleLine(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
