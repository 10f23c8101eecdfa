import { DistinctNames } from './distinct-names.ts';

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
export interface JsonSize {
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
export function scan(bytes: Buffer): JsonSize {
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
