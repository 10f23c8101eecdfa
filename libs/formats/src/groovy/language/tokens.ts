import { message } from '@slipway/domain/messages';
import { excerptForMessage, parseError } from './parse-error.ts';
import { type Interpolation, readText } from './strings.ts';

const signs = ['{', '}', '(', ')', '[', ']', ',', ':', '+', '-', '.', '=', '*', '<', '>'] as const;
export type Sign = (typeof signs)[number];

/** A token of a file. `line` is a line break or a semicolon: both end a statement. */
export type Token = { readonly at: number } & (
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly parts?: readonly (string | Interpolation)[] }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'sign'; readonly sign: Sign }
  | { readonly kind: 'line' }
  | { readonly kind: 'end' }
);

/** The tokens of a text. They are read on demand, so that memory contains only the current ones. */
export interface Tokens {
  readonly text: string;
  peek(): Token;
  next(): Token;
  /** Continues at the offset of a token, because a loop reads its block again. */
  seek(at: number): void;
}

export function tokensOf(text: string, start = text.startsWith('\uFEFF') ? 1 : 0): Tokens {
  // By default, the text starts after the byte order mark.
  let at = start;
  let lookahead: Token | null = null;
  const read = (): Token => {
    const { token, end } = tokenAt(text, skipBlanks(text, at));
    at = end;
    return token;
  };
  const peek = (): Token => {
    lookahead ??= read();
    return lookahead;
  };
  return {
    text,
    peek,
    next: () => {
      const token = peek();
      lookahead = null;
      return token;
    },
    seek: (to) => {
      at = to;
      lookahead = null;
    },
  };
}

const blanks = /[ \t\f\u00A0]+|\\\r?\n|\/\/[^\r\n]*/y;

/** Returns the offset after blanks and comments. A line break in a comment does not end a statement. */
function skipBlanks(text: string, start: number): number {
  let at = start;
  for (;;) {
    blanks.lastIndex = at;
    if (text.startsWith('/*', at)) at = skipComment(text, at);
    else if (at <= 1 && text.startsWith('#!', at)) at = endOfLine(text, at);
    else if (blanks.test(text)) at = blanks.lastIndex;
    else return at;
  }
}

function skipComment(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2);
  if (end === -1) throw parseError(text, at, message('groovyFault.endlessComment'));
  return end + 2;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

interface TokenMatch {
  readonly token: Token;
  readonly end: number;
}

const name = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const lines = /(?:\r\n|[\r\n;])/y;
const isSign = (character: string): character is Sign => signs.some((sign) => sign === character);

function tokenAt(text: string, at: number): TokenMatch {
  const character = text[at];
  if (character === undefined) return { token: { kind: 'end', at }, end: at };
  lines.lastIndex = at;
  if (lines.test(text)) return { token: { kind: 'line', at }, end: lines.lastIndex };
  const literal = readText(text, at);
  if (literal) {
    const { text: plain, parts } = literal;
    return { token: { kind: 'text', text: plain, at, ...(parts && { parts }) }, end: literal.end };
  }
  if (isSign(character)) return { token: { kind: 'sign', sign: character, at }, end: at + 1 };
  name.lastIndex = at;
  const [word] = name.exec(text) ?? [];
  if (word !== undefined) return { token: { kind: 'name', text: word, at }, end: name.lastIndex };
  return numberAt(text, at) ?? refuse(text, at);
}

const digits = /(?:0[xX][0-9a-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)[lLgGiIdDfF]?(?![\p{L}\p{N}_])/uy;

function numberAt(text: string, at: number): TokenMatch | null {
  digits.lastIndex = at;
  const [numberText] = digits.exec(text) ?? [];
  if (numberText === undefined) return null;
  const plain = numberText.replaceAll('_', '');
  const isHex = /^0x/i.test(plain);
  const number = Number(isHex ? plain.replace(/[lLgGiI]$/, '') : plain.replace(/[lLgGiIdDfF]$/, ''));
  const isWhole = isHex || /^\d+[lLgGiI]?$/.test(plain);
  if (/^0\d/.test(plain)) throw parseError(text, at, message('groovyFault.leadingZero'));
  if (!Number.isFinite(number) || (isWhole && !Number.isSafeInteger(number))) {
    throw parseError(text, at, message('groovyFault.largeNumber', { number: excerptForMessage(numberText) }));
  }
  return { token: { kind: 'number', number, at }, end: digits.lastIndex };
}

function refuse(text: string, at: number): never {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  throw parseError(text, at, message('groovyFault.badCharacter', { character: excerptForMessage(character) }));
}
