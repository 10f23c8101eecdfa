/** The first `most` UTF-16 units of a text. Never ends in half of a character, which PostgreSQL rejects in JSON. */
export const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '') : text;

/** A text from outside made safe for a one-line message: control characters out, 100 characters at most. */
export function clip(text: string): string {
  const line = text.replace(/\p{Cc}/gu, '?');
  return line.length > 100 ? `${truncate(line, 100)}…` : line;
}
