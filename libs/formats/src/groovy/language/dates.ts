import { readDate } from '@slipway/domain';

/** The meaning of each letter of a pattern. */
interface Part {
  readonly letter: string;
  readonly length: number;
}

const letters = /'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']/gy;

/** The parts of a pattern: letters with a meaning, and literal texts. Null for an invalid pattern. */
function partsOf(pattern: string): readonly (Part | string)[] | null {
  const parts: (Part | string)[] = [];
  let at = 0;
  letters.lastIndex = 0;
  for (let found = letters.exec(pattern); found !== null; found = letters.exec(pattern)) {
    const [whole, letter] = found;
    if (letter !== undefined) parts.push({ letter, length: whole.length });
    else parts.push(whole.startsWith("'") ? quoted(whole) : whole);
    at = letters.lastIndex;
    if (at === pattern.length) return parts;
  }
  return null;
}

const quoted = (written: string): string => (written === "''" ? "'" : written.slice(1, -1).replaceAll("''", "'"));

const numbers: Readonly<Record<string, RegExp>> = {
  y: /\d{4}/y,
  M: /\d{1,2}/y,
  d: /\d{1,2}/y,
  H: /\d{1,2}/y,
  m: /\d{1,2}/y,
  s: /\d{1,2}/y,
  S: /\d{1,3}/y,
};
const offset = /Z|([+-])(\d{2}):?(\d{2})/y;

/** Patterns and dates of people are short. */
const longest = 100;

/**
 * A date as `SimpleDateFormat` reads it, as ISO 8601 with its offset; without an offset it is in UTC. Patterns may have
 * the letters y, M, d, H, m, s, S, Z and X. Null: the text is no such date, or the pattern is another.
 */
export function isoDate(pattern: string, text: string): string | null {
  if (pattern.length > longest || text.length > longest) return null;
  const found: Record<string, string> = {};
  let at = 0;
  for (const part of partsOf(pattern) ?? [{ letter: '?', length: 1 }]) {
    const read = typeof part === 'string' ? literal(text, at, part) : fieldAt(text, at, part.letter);
    if (read === null) return null;
    if (typeof part !== 'string') found[part.letter === 'X' ? 'Z' : part.letter] = read;
    at += read.length;
  }
  return at === text.length ? asIso(found) : null;
}

const literal = (text: string, at: number, part: string): string | null => (text.startsWith(part, at) ? part : null);

function fieldAt(text: string, at: number, letter: string): string | null {
  const form = letter === 'Z' || letter === 'X' ? offset : numbers[letter];
  if (form === undefined) return null;
  form.lastIndex = at;
  return form.exec(text)?.[0] ?? null;
}

function asIso(found: Readonly<Record<string, string>>): string | null {
  const { y, M = '1', d = '1', H = '0', m = '0', s = '0', S = '0', Z = 'Z' } = found;
  if (y === undefined) return null;
  const two = (digits: string) => digits.padStart(2, '0');
  const day = `${y}-${two(M)}-${two(d)}`;
  const date = `${day}T${two(H)}:${two(m)}:${two(s)}.${S.padStart(3, '0')}`;
  const instant = Date.parse(`${date}Z`);
  // The 31st of June would be the 1st of July.
  if (Number.isNaN(instant) || new Date(instant).toISOString() !== `${date}Z`) return null;
  const zone = Z === 'Z' ? '+00:00' : `${Z.slice(0, 3)}:${Z.slice(-2)}`;
  return readDate(`${date}${zone}`) === null ? null : `${date}${zone}`;
}
