import { type Message, message } from '@slipway/domain/messages';
import { BadFile, toSingleLine } from '../../errors/bad-file.ts';

/** Returns the error for the text at an offset. Its message contains the line and column, counted from 1. */
export function parseError(text: string, at: number, problem: Message): BadFile {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return new BadFile(message('file.badJson', { line, column: at - start + 1, problem }));
}

/** The maximum number of characters that a message quotes from a file. */
const maxQuoted = 200;

/** Returns a quote from a file for a message: short, and without control characters. */
export const excerptForMessage = (rawText: string): string => toSingleLine(rawText.slice(0, maxQuoted));
