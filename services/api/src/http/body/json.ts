import { isUtf8 } from 'node:buffer';
import { randomInt } from 'node:crypto';
import { TextDecoder } from 'node:util';
import { message } from '@slipway/domain/messages';
import { Invalid, type Json, NumberTooLarge, parseJson as parseExactly } from '@slipway/domain/model';
import { UnsupportedMediaType } from '../errors/errors.ts';

/** The maximum depth of JSON. Deeper JSON is refused before the recursive parser runs, because it would end the process. */
const maxDepth = 64;
/**
 * The maximum number of values in one body: that of a response with 3,000 tasks and all their fields, which a client can
 * send back. A limit of bytes is not sufficient: 8 MB of tiny values need a hundred times their size in memory, and block the
 * process for a second.
 */
export const maxValues = 200_000;
/**
 * The maximum number of different member names. A name costs ten times as much as a value: 150,000 names take 0.3 s. A
 * template has the fields of its types, and maps of 5,000 items each in its variables.
 */
const maxNames = 20_000;
/** The maximum number of placeholders such as `${a}`: as many as fit into the largest text. Each is searched and replaced. */
export const maxMentions = 250_000;
/** The maximum number of different variables in placeholders: each is looked up when a plan is stored or rendered. */
export const maxMentionedVariables = 20_000;
const maxEchoLength = 2048;
/**
 * The maximum bytes of one text in a body or file, since placeholders in it are searched whenever it is stored or rendered.
 * Webhooks may have longer texts.
 */
export const maxTextBytes = 1_000_000;

/**
 * Parses the bytes of a body, with texts of at most `textBytes` bytes each, and skips a byte order mark. Throws Invalid for
 * invalid JSON (with an excerpt of at most 2 KB, rest-api.md, section Errors), for JSON above the limits of depth or size, and
 * for texts that PostgreSQL cannot store.
 */
export function parseJson(bytes: Buffer, textBytes = bytes.length, refusal = notJsonObject): Json {
  const size = scan(bytes);
  if (size.depth > maxDepth) throw new Invalid(message('json.tooDeep', { max: maxDepth }));
  if (size.values > maxValues) throw new Invalid(message('json.tooManyValues', { max: maxValues }));
  if (size.names > maxNames) throw new Invalid(message('json.tooManyNames', { max: maxNames }));
  if (size.mentions > maxMentions) throw new Invalid(message('json.tooManyMentions', { max: maxMentions }));
  if (size.mentionedVariables > maxMentionedVariables)
    throw new Invalid(message('json.tooManyVariables', { max: maxMentionedVariables }));
  if (size.longestTextBytes > textBytes) throw new Invalid(message('json.textTooLong', { max: textBytes }));
  const text = isUtf8(bytes) ? bytes.toString('utf8') : null;
  if (text === null) throw new Invalid(message('body.notUtf8'));
  const value = parseOrRefuse(withoutByteOrderMark(text), refusal);
  if (size.isUnstorable) throw new Invalid(message('text.badCharacter'));
  return value;
}

/** Converts a text from a character set to UTF-8. Throws UnsupportedMediaType for an unknown set, and Invalid. */
export function toUtf8(bytes: Buffer, charset: string): Buffer {
  if (/^utf-?8$/i.test(charset)) return bytes;
  const decoder = createDecoder(charset);
  try {
    return Buffer.from(decoder.decode(bytes));
  } catch {
    throw new Invalid(message('body.badEncoding', { encoding: decoder.encoding }));
  }
}

function createDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw new UnsupportedMediaType(message('body.badCharset', { charset }));
  }
}

/** A text without its byte order mark. */
export const withoutByteOrderMark = (text: string): string => text.replace(/^\ufeff/, '');

/** The refusal of a body that is not a JSON object, with its first part (rest-api.md, section Errors). */
export function notJsonObject(text: string): Invalid {
  return new Invalid(message('json.malformed', { beginning: text.slice(0, maxEchoLength) }));
}

/** The same refusal for a body with a password, without an excerpt. */
export const refusalWithoutEcho = (): Invalid => new Invalid(message('json.objectExpected'));

function parseOrRefuse(text: string, refusal: typeof notJsonObject): Json {
  try {
    return parseExactly(text);
  } catch (error) {
    if (error instanceof NumberTooLarge) throw new Invalid(error.data);
    throw refusal(text);
  }
}

const comma = 0x2c;
const colon = 0x3a;
const quote = 0x22;
const dollar = 0x24;
const backslash = 0x5c;
const smallU = 0x75;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The result of one pass over JSON before it is parsed. Meaningless for an invalid text. */
interface JsonSize {
  /** the maximum depth of brackets */
  readonly depth: number;
  /** Whether an escape is a NUL or half of a surrogate pair, which PostgreSQL cannot store. */
  readonly isUnstorable: boolean;
  /** the number of values, without the names of members */
  readonly values: number;
  /** the approximate number of different member names; 0 if the body is too small to contain many */
  readonly names: number;
  /** the bytes of the longest text, with its escapes */
  readonly longestTextBytes: number;
  /** the number of placeholders, by their beginning `${` */
  readonly mentions: number;
  /** the approximate number of different variables in placeholders; 0 if the body is too small to contain many */
  readonly mentionedVariables: number;
}

/** Smaller bodies cannot contain 10,000 names: each takes eight bytes with its quotes, value and separators. */
const smallBodyBytes = 80_000;

/** Measures JSON in one pass over its bytes. */
function scan(bytes: Buffer): JsonSize {
  const [names, variables] = bytes.length > smallBodyBytes ? [new DistinctNames(), new DistinctNames()] : [];
  const state = { depth: 0, isUnstorable: false, values: 1, longestTextBytes: 0, mentions: 0, variables };
  let depth = 0;
  let from = 0;
  let to = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      from = at + 1;
      to = endOfText(bytes, from, state);
      state.longestTextBytes = Math.max(state.longestTextBytes, to - from);
      at = to;
    } else if (byte === comma) state.values += 1;
    else if (byte === colon) names?.add(bytes, from, to);
    else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      state.values += 1;
      if (depth > state.depth) state.depth = depth;
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
  }
  const { variables: _, ...counts } = state;
  return { ...counts, names: names?.count ?? 0, mentionedVariables: variables?.count ?? 0 };
}

interface ScanState {
  isUnstorable: boolean;
  mentions: number;
  readonly variables: DistinctNames | undefined;
}

/** The maximum bytes of a variable name that is compared here. */
const maxKeyBytes = 64;

function countMention(bytes: Buffer, from: number, state: ScanState): void {
  state.mentions += 1;
  let to = from;
  while (to < from + maxKeyBytes && to < bytes.length && bytes[to] !== closeBrace && bytes[to] !== quote) to += 1;
  state.variables?.add(bytes, from, to);
}

/** The position of the closing quote of the text that begins at `from`. */
function endOfText(bytes: Buffer, from: number, state: ScanState): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) {
    if (bytes[at] === dollar && bytes[at + 1] === openBrace) countMention(bytes, at + 2, state);
    if (bytes[at] !== backslash) at += 1;
    else if (bytes[at + 1] !== smallU) at += 2;
    else {
      const length = lengthOfUnits(bytes, at);
      if (length === 0) state.isUnstorable = true;
      at += length || 2;
    }
  }
  return at;
}

/** The length of a `\u…` escape, with both halves of a surrogate pair; 0 for a character that cannot be stored. */
function lengthOfUnits(bytes: Buffer, at: number): number {
  const unit = unitAt(bytes, at);
  if (unit === 0 || isLow(unit)) return 0;
  if (unit < 0xd800 || unit > 0xdbff) return 6;
  return isLow(unitAt(bytes, at + 6)) ? 12 : 0;
}

/** The UTF-16 unit of an escape; 0 if this is not an escape. */
function unitAt(bytes: Buffer, at: number): number {
  if (bytes[at] !== backslash || bytes[at + 1] !== smallU) return 0;
  const digits = bytes.toString('latin1', at + 2, at + 6);
  return /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** With 20,000 names, a few hundred hash to a slot that is in use. */
const slots = 1 << 18;
/** Random for each process, so that a client cannot choose names that share one hash slot. */
const seed = randomInt(2 ** 32);

/** Counts different names approximately: two names in one slot count as one. */
class DistinctNames {
  readonly #taken = new Uint8Array(slots);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(bytes: Buffer, from: number, to: number): void {
    const slot = hashOf(bytes, from, to) & (slots - 1);
    if (this.#taken[slot] === 1) return;
    this.#taken[slot] = 1;
    this.#count += 1;
  }
}

/** FNV-1a with mixed bits, because the last characters of names would otherwise decide alone. */
function hashOf(bytes: Buffer, from: number, to: number): number {
  let hash = seed;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
