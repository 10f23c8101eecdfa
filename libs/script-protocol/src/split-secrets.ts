/** Shorter ones are found by chance. */
const minSecretLength = 6;
/** In characters, such as the quotes, comma and space between the items of a printed list. */
const maxSeparatorLength = 4;

/**
 * Masks the places where every character of a secret is followed by the same separator: joined with a sign, one a line, or
 * printed as a list.
 */
export function maskSplit(text: string, secret: string, mask: string): string {
  const characters = [...secret];
  const [first = '', second = ''] = characters;
  if (characters.length < minSecretLength) return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    const end = endOfSplit(text, at, characters, { first, second });
    if (end === null) continue;
    parts.push(text.slice(from, at), mask);
    from = end;
    at = end - 1;
  }
  return parts.length === 0 ? text : [...parts, text.slice(from)].join('');
}

interface FirstCharacters {
  readonly first: string;
  readonly second: string;
}

/** Where a split secret that begins at a place ends; null where there is none. */
function endOfSplit(
  text: string,
  at: number,
  characters: readonly string[],
  { first, second }: FirstCharacters,
): number | null {
  const begin = at + first.length;
  for (let length = 1; length <= maxSeparatorLength; length += 1) {
    if (!text.startsWith(second, begin + length)) continue;
    const end = endBy(text, at, characters, text.slice(begin, begin + length));
    if (end !== null) return end;
  }
  return null;
}

/** Compares one character after another: no text is built for a place that only begins like the secret. */
function endBy(text: string, at: number, characters: readonly string[], separator: string): number | null {
  let end = at;
  for (const [index, character] of characters.entries()) {
    const next = index === 0 ? character : separator + character;
    if (!text.startsWith(next, end)) return null;
    end += next.length;
  }
  return end;
}
