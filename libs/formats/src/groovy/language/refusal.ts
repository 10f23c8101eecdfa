import { BadFile, inLine } from '../../refusal/bad-file.ts';

/** Rejects a text because of its content at an offset: one message with line and column, both counted from one. */
export function refusal(text: string, at: number, why: string): BadFile {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return new BadFile(`line ${line}, column ${at - start + 1}: ${why}`);
}

/** Characters of a file's own words that are looked at to repeat them. */
const mostRepeated = 200;

/** A quote of a file for a message: short, and without control characters. */
export const repeated = (words: string): string => `'${inLine(words.slice(0, mostRepeated))}'`;
