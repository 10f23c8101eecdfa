/**
 * Returns the first `most` UTF-16 units of a text. The result never ends in half of a surrogate pair, which PostgreSQL
 * rejects in JSON.
 */
export const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '') : text;

const maxClippedLength = 100;

/** Whether a character is in the Unicode category Cc. A browser needs 4 ms to compile a regular expression for it. */
function isControl(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/** Prepares an external text for a one-line message: without control characters, at most 100 characters. */
export function clip(text: string): string {
  const characters = Array.from(truncate(text, maxClippedLength), (character) =>
    isControl(character) ? '?' : character,
  );
  return `${characters.join('')}${text.length > maxClippedLength ? '…' : ''}`;
}
