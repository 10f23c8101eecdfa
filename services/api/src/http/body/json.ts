import { isUtf8 } from 'node:buffer';
import { randomInt } from 'node:crypto';
import { TextDecoder } from 'node:util';
import { message } from '@slipway/domain/messages';
import { Invalid, type Json, NumberTooLarge, parseJson as parseExactly } from '@slipway/domain/model';
import { UnsupportedMediaType } from '../errors/errors.ts';

/** Deeper JSON is refused before it is parsed: recursion over it would end the process. */
const maxDepth = 64;
/**
 * The maximum number of values in one body: that of a response with 3,000 tasks and all their fields, which can be
 * sent back. The size of a body is no sufficient limit: tiny values cost a hundred times their size, and 8 MB of them
 * block the process for a second.
 */
export const maxValues = 200_000;
/**
 * Different names of members. Each costs ten times what a value does: 150,000 of them take a third of a second. A
 * template has the fields of its types, and maps of 5,000 items each in its variables.
 */
const maxNames = 20_000;
/** Mentions of variables, such as `${a}`: as many as one text of the largest size may hold. Each is searched for and replaced. */
export const maxMentions = 250_000;
/** Different variables in them: each is looked up wherever a plan is stored or shown. */
export const maxMentionedVariables = 20_000;
const maxEchoLength = 2048;
/**
 * In bytes, of one text in a body or file. Placeholders in it are searched for whenever it is stored or shown. Webhooks
 * may have longer texts.
 */
export const maxTextBytes = 1_000_000;

/**
 * Parses the bytes of a body, whose texts may have `textBytes` bytes each; a byte order mark before it is skipped.
 * Refuses with Invalid what is no JSON (with an echo of at most 2 KB, rest-api.md, section Errors), what is nested too
 * deep or holds too much, and texts that cannot be stored.
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

/** The refusal of a body that is no JSON object, with the beginning of it (rest-api.md, section Errors). */
export function notJsonObject(text: string): Invalid {
  return new Invalid(message('json.malformed', { beginning: text.slice(0, maxEchoLength) }));
}

/** The refusal of such a body with a password. */
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
  /** how deep brackets nest */
  readonly depth: number;
  /** Whether an escape is a NUL or half of a surrogate pair, which PostgreSQL cannot store. */
  readonly isUnstorable: boolean;
  /** without the names of members */
  readonly values: number;
  /** different names of members, roughly; 0 where the body is too small to hold many */
  readonly names: number;
  /** bytes of the longest text, as it is written */
  readonly longestTextBytes: number;
  /** beginnings of mentions of variables, `${` */
  readonly mentions: number;
  /** different variables that are mentioned, roughly; 0 where the body is too small to mention many */
  readonly mentionedVariables: number;
}

/** Smaller bodies hold no 10,000 names: each takes eight bytes with its quotes, its value and what is between. */
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

/** In bytes, of the name of a variable that is compared here. */
const maxKeyBytes = 64;

function countMention(bytes: Buffer, from: number, state: ScanState): void {
  state.mentions += 1;
  let to = from;
  while (to < from + maxKeyBytes && to < bytes.length && bytes[to] !== closeBrace && bytes[to] !== quote) to += 1;
  state.variables?.add(bytes, from, to);
}

/** The position of the quote that ends the text that begins at `from`. */
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

/** The length of what `\u…` writes, both halves of a pair together; 0 for what cannot be kept. */
function lengthOfUnits(bytes: Buffer, at: number): number {
  const unit = unitAt(bytes, at);
  if (unit === 0 || isLow(unit)) return 0;
  if (unit < 0xd800 || unit > 0xdbff) return 6;
  return isLow(unitAt(bytes, at + 6)) ? 12 : 0;
}

/** The unit that is escaped here, 0 where none is. */
function unitAt(bytes: Buffer, at: number): number {
  if (bytes[at] !== backslash || bytes[at + 1] !== smallU) return 0;
  const digits = bytes.toString('latin1', at + 2, at + 6);
  return /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** With 20,000 names, a few hundred fall on a slot that is taken. */
const slots = 1 << 18;
/** Random for each process, so that a client cannot choose names that share one hash slot. */
const seed = randomInt(2 ** 32);

/** Counts different names, roughly: two that fall on one slot count as one. */
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

/** FNV-1a with its bits mixed, since the ends of names alone would decide otherwise. */
function hashOf(bytes: Buffer, from: number, to: number): number {
  let hash = seed;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
