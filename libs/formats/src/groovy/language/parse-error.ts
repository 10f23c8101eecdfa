import { type Message, message } from '@slipway/domain/messages';
import { BadFile, toSingleLine } from '../../errors/bad-file.ts';

/** Rejects a text because of its content at an offset: one message with line and column, both counted from one. */
export function parseError(text: string, at: number, problem: Message): BadFile {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return new BadFile(message('file.badJson', { line, column: at - start + 1, problem }));
}

/** Characters of a file's own words that are looked at to repeat them. */
const maxQuoted = 200;

/** A quote of a file for a message: short, and without control characters. */
export const excerptForMessage = (rawText: string): string => toSingleLine(rawText.slice(0, maxQuoted));
