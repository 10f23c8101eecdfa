/**
 * Returns the first `most` UTF-16 units of a text. The result never ends in half of a surrogate pair, which PostgreSQL
 * rejects in JSON.
 */
export const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '') : text;

/** The characters of the Unicode category Cc. A browser needs 4 ms to compile the name of this category. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are replaced.
const controlCharacters = /[\0-\x1f\x7f-\x9f]/g;

/** Prepares an external text for a one-line message: without control characters, at most 100 characters. */
export function clip(text: string): string {
  const line = text.replace(controlCharacters, '?');
  return line.length > 100 ? `${truncate(line, 100)}…` : line;
}
