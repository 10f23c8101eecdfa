const base64Of = (bytes: Buffer): readonly string[] => [bytes.toString('base64'), bytes.toString('base64url')];

/** Shorter parts occur in unrelated texts. */
const minPartLength = 6;

/**
 * Returns the part of a base64 text that depends only on the secret, with `before` bytes before it, modulo 3, and any
 * bytes after it. In the encoding of `user:secret`, this part is the same for all users with equal length modulo 3.
 */
function base64Parts(secret: string, before: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  const [from, to] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
  return base64Of(bytes)
    .map((text) => text.slice(from, to))
    .filter((part) => part.length >= minPartLength);
}

/**
 * Returns the forms in which a text may contain a secret: unchanged, reversed, inside JSON, in a URL, in base64 (alone
 * and within a longer text), in hexadecimal digits, as character codes, and as UTF-8 bytes that were decoded as
 * Latin-1, as in headers.
 */
export function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const address = encodeURIComponent(secret.toWellFormed());
  const lower = address.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());
  const addresses = [address, lower].flatMap((form) => [form, form.replaceAll('%20', '+')]);
  const hex = bytes.toString('hex');
  const whole = base64Of(bytes).flatMap((form) => [form, form.replace(/=+$/, '')]);
  const inside = [0, 1, 2].flatMap((before) => base64Parts(secret, before));
  const inJson = JSON.stringify(secret).slice(1, -1);
  const characters = [...secret];
  const codes = characters.map((character) => String(character.codePointAt(0) ?? 0));
  const inCodes = [', ', ',', ' '].map((separator) => codes.join(separator));
  const reversed = characters.toReversed().join('');
  return [
    secret,
    reversed,
    ...inCodes,
    inJson,
    bytes.toString('latin1'),
    ...addresses,
    ...whole,
    ...inside,
    hex,
    hex.toUpperCase(),
  ];
}

/** Shorter split secrets occur by chance. */
const minSplitSecretLength = 6;
/**
 * The maximum length of a separator in characters, such as the quotes, comma and space between the items of a printed
 * list.
 */
const maxSeparatorLength = 4;

/**
 * Masks split secrets, with the same separator after every character: joined with a separator, one character a line, or
 * printed as a list.
 */
function maskSplit(text: string, secret: string, mask: string): string {
  const characters = [...secret];
  const [first = '', second = ''] = characters;
  if (characters.length < minSplitSecretLength) return text;
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

/** Returns the end of a split secret that begins at this position; null if there is none. */
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

/** Compares character by character, without building a text for each position that only begins like the secret. */
function endBy(text: string, at: number, characters: readonly string[], separator: string): number | null {
  let end = at;
  for (const [index, character] of characters.entries()) {
    const next = index === 0 ? character : separator + character;
    if (!text.startsWith(next, end)) return null;
    end += next.length;
  }
  return end;
}

/** Shorter secrets would mask parts of most words. */
const minSecretLength = 4;
const mask = '********';

/**
 * Returns a function that masks these secrets in a text, also encoded and split. Secrets of fewer than 4 characters are
 * not masked.
 */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const longSecrets = secrets.filter((secret) => secret.length >= minSecretLength);
  // Longer secrets first, because one may be part of another.
  const forms = [...new Set(longSecrets.flatMap(secretForms))].toSorted((a, b) => b.length - a.length);
  return (text) => {
    const maskedForms = forms.reduce(
      (masked, form) => (masked.includes(form) ? masked.replaceAll(form, mask) : masked),
      text,
    );
    return longSecrets.reduce((masked, secret) => maskSplit(masked, secret, mask), maskedForms);
  };
}
