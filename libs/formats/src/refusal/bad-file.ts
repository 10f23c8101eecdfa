/** A file cannot be read as what it is meant to be; the message is one line for whoever brought it. */
export class BadFile extends Error {
  override readonly name = 'BadFile';
}

const longest = 100;

/** A name or message of a stranger's, fit for one line: short, and without control characters. */
export const inLine = (text: string): string => {
  const plain = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, '?');
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
};

/** The message of whatever a parser threw, as the end of our own sentence. */
export const reasonOf = (error: unknown): string =>
  inLine(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
