import { type Json, readDate } from '@slipway/domain/model';
import { isPlainName } from '../names.ts';

/** In characters. Java and Groovy allow at most 65,535 bytes in one literal. */
const maxLiteralLength = 16_000;
/** A text with more lines is written as a multiline literal instead of one literal per line. */
const maxLines = 100;

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/u;

const escapeCharacter = (character: string): string =>
  escapes.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const escapeLine = (text: string): string => text.replace(/[\\'\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/gu, escapeCharacter);

/** Escapes a text for triple quotes. Line feeds, tabs and single quotes stay. */
const escapeMultiline = (text: string): string =>
  text
    .replace(/[\\\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/gu, (character) =>
      character === '\n' || character === '\t' ? character : escapeCharacter(character),
    )
    .replace(/'{2,}|'$/g, (quotes) => "\\'".repeat(quotes.length));

/** Splits a text into pieces of the maximum length, without splitting a surrogate pair. */
function splitText(text: string): readonly string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + maxLiteralLength;
    const splitsPair = end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '');
    chunks.push(text.slice(at, splitsPair ? end - 1 : end));
    at = splitsPair ? end - 1 : end;
  }
  return chunks.length > 0 ? chunks : [''];
}

/** Splits a text into lines, including their line feeds. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [''];

/** Writes a text as a literal. Each line becomes a literal on its own line with this indent, joined with `+`. */
export function literalOf(text: string, indent = ''): string {
  const lines = linesOf(text);
  const isLong = lines.length > maxLines || lines.some((line) => line.length > maxLiteralLength);
  if (!isLong) return lines.map((line) => `'${escapeLine(line)}'`).join(` +\n${indent}`);
  return splitText(text)
    .map((piece) => `'''\\\n${escapeMultiline(piece)}'''`)
    .join(' + ');
}

/** Writes a script as a list of texts. Adds a line feed at the end, which the reader removes. */
export const scriptLiteral = (script: string): string =>
  `([${splitText(`${script}\n`)
    .map((piece) => `'''\\\n${escapeMultiline(piece)}'''`)
    .join(', ')}])`;

const numberLiteral = (number: number): string =>
  Number.isInteger(number) && !Number.isSafeInteger(number) ? number.toExponential() : String(number);

export const nameLiteral = (name: string): string => (isPlainName(name) ? name : `'${escapeLine(name)}'`);

/** Writes a value as one expression. */
function expressionOf(value: Json, indent = ''): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return literalOf(value, indent);
  if (typeof value === 'number') return numberLiteral(value);
  if (isList(value)) return `[${value.map((item) => expressionOf(item, indent)).join(', ')}]`;
  const entries = Object.entries(value);
  if (entries.length === 0) return '[:]';
  return `[${entries.map(([key, item]) => entryOf(key, item, indent)).join(', ')}]`;
}

const entryOf = (key: string, value: Json, indent: string): string =>
  `${literalOf(key, indent)}: ${expressionOf(value, indent)}`;

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isPlain = (value: Json): boolean => typeof value !== 'object' || value === null;

const startsBelowZero = ([first]: readonly Json[]): boolean => typeof first === 'number' && first < 0;

/** Writes a value as the arguments of a name. Several values, and values with keys, need no brackets. */
export function argumentsOf(value: Json, indent = ''): string {
  // Groovy parses `name -1` as a subtraction.
  if (typeof value === 'number' && value < 0) return `(${expressionOf(value)})`;
  if (isPlain(value)) return ` ${expressionOf(value, indent)}`;
  if (isList(value)) {
    const isOpen = value.length > 1 && value.every(isPlain) && !startsBelowZero(value);
    return isOpen
      ? ` ${value.map((item) => expressionOf(item, indent)).join(', ')}`
      : `(${expressionOf(value, indent)})`;
  }
  const entries = Object.entries(value ?? {});
  if (entries.length === 0 || !entries.every(([, item]) => isPlain(item))) return `(${expressionOf(value, indent)})`;
  return ` ${entries.map(([key, item]) => entryOf(key, item, indent)).join(', ')}`;
}

/** Returns the nesting depth of lists and maps. */
export function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: readonly Json[] = isList(value) ? value : Object.values(value);
  return 1 + parts.reduce<number>((max, part) => Math.max(max, depthOf(part)), 0);
}

/** Returns a text for a comment. Escapes a text with unprintable characters. */
export const inComment = (text: string): string => (unprintable.test(text) ? escapeLine(text) : text);

/**
 * Writes an ISO 8601 date as a call that parses it, in its time zone, with milliseconds if any. Returns null for
 * another text.
 */
export function dateCall(iso: string): string | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{3}))?(?:Z|([+-]\d\d):?(\d\d))$/.exec(iso);
  if (!match || readDate(iso) === null) return null;
  const [, seconds = '', part = '000', hours = '+00', minutes = '00'] = match;
  const zone = `${hours}${minutes}`;
  return part === '000'
    ? `Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '${seconds}${zone}')`
    : `Date.parse("yyyy-MM-dd'T'HH:mm:ss.SSSZ", '${seconds}.${part}${zone}')`;
}
