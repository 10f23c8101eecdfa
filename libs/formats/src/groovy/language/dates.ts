import { readDate } from '@slipway/domain/model';

/** A letter of a pattern, and its number of repetitions. */
interface Part {
  readonly letter: string;
  readonly length: number;
}

const patternLetters = /'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']/gy;

/** Splits a pattern into letters and literal texts. Returns null for an invalid pattern. */
function partsOf(pattern: string): readonly (Part | string)[] | null {
  const parts: (Part | string)[] = [];
  let at = 0;
  patternLetters.lastIndex = 0;
  for (let fields = patternLetters.exec(pattern); fields !== null; fields = patternLetters.exec(pattern)) {
    const [whole, letter] = fields;
    if (letter !== undefined) parts.push({ letter, length: whole.length });
    else parts.push(whole.startsWith("'") ? unquote(whole) : whole);
    at = patternLetters.lastIndex;
    if (at === pattern.length) return parts;
  }
  return null;
}

const unquote = (quotedText: string): string =>
  quotedText === "''" ? "'" : quotedText.slice(1, -1).replaceAll("''", "'");

const numberPatterns: Readonly<Record<string, RegExp>> = {
  y: /\d{4}/y,
  M: /\d{1,2}/y,
  d: /\d{1,2}/y,
  H: /\d{1,2}/y,
  m: /\d{1,2}/y,
  s: /\d{1,2}/y,
  S: /\d{1,3}/y,
};
const offsetPattern = /Z|([+-])(\d{2}):?(\d{2})/y;

/** The maximum length of a pattern and of a date, in characters. */
const maxLength = 100;

/**
 * Parses a date like `SimpleDateFormat`, and returns it in ISO 8601 with its offset; without an offset, the date is in
 * UTC. Patterns may contain the letters y, M, d, H, m, s, S, Z and X. Returns null if the text does not match the
 * pattern, or for another pattern.
 */
export function isoDate(pattern: string, text: string): string | null {
  if (pattern.length > maxLength || text.length > maxLength) return null;
  const fields: Record<string, string> = {};
  let at = 0;
  for (const part of partsOf(pattern) ?? [{ letter: '?', length: 1 }]) {
    const read = typeof part === 'string' ? literal(text, at, part) : fieldAt(text, at, part.letter);
    if (read === null) return null;
    if (typeof part !== 'string') fields[part.letter === 'X' ? 'Z' : part.letter] = read;
    at += read.length;
  }
  return at === text.length ? asIso(fields) : null;
}

const literal = (text: string, at: number, part: string): string | null => (text.startsWith(part, at) ? part : null);

function fieldAt(text: string, at: number, letter: string): string | null {
  const letterPattern = letter === 'Z' || letter === 'X' ? offsetPattern : numberPatterns[letter];
  if (letterPattern === undefined) return null;
  letterPattern.lastIndex = at;
  return letterPattern.exec(text)?.[0] ?? null;
}

function asIso(fields: Readonly<Record<string, string>>): string | null {
  const { y, M = '1', d = '1', H = '0', m = '0', s = '0', S = '0', Z = 'Z' } = fields;
  if (y === undefined) return null;
  const twoDigits = (digits: string) => digits.padStart(2, '0');
  const day = `${y}-${twoDigits(M)}-${twoDigits(d)}`;
  const date = `${day}T${twoDigits(H)}:${twoDigits(m)}:${twoDigits(s)}.${S.padStart(3, '0')}`;
  const instant = Date.parse(`${date}Z`);
  // Rejects overflows: June 31 would be July 1.
  if (Number.isNaN(instant) || new Date(instant).toISOString() !== `${date}Z`) return null;
  const zone = Z === 'Z' ? '+00:00' : `${Z.slice(0, 3)}:${Z.slice(-2)}`;
  return readDate(`${date}${zone}`) === null ? null : `${date}${zone}`;
}
