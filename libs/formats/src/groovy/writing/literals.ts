import { type Json, readDate } from '@slipway/domain/model';
import { isPlainName } from '../names.ts';

/** Java and Groovy keep at most 65,535 bytes of one text. */
const maxLiteralLength = 16_000;
/** A text of more lines is written as it is, and not line by line. */
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

/** Inside three quotes: line feeds and tabs stand for themselves, and so does a quote that is alone. */
const escapeMultiline = (text: string): string =>
  text
    .replace(/[\\\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/gu, (character) =>
      character === '\n' || character === '\t' ? character : escapeCharacter(character),
    )
    .replace(/'{2,}|'$/g, (quotes) => "\\'".repeat(quotes.length));

/** A text in pieces that are short enough; no pair of surrogates is torn. */
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

/** Lines with their line feeds. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [''];

/** A text as a literal; one of several lines as several that are added, each on a line with this indent. */
export function literalOf(text: string, indent = ''): string {
  const lines = linesOf(text);
  const isLong = lines.length > maxLines || lines.some((line) => line.length > maxLiteralLength);
  if (!isLong) return lines.map((line) => `'${escapeLine(line)}'`).join(` +\n${indent}`);
  return splitText(text)
    .map((piece) => `'''\\\n${escapeMultiline(piece)}'''`)
    .join(' + ');
}

/** A script: a list of texts, and a line feed behind the last that is not its own. */
export const scriptLiteral = (script: string): string =>
  `([${splitText(`${script}\n`)
    .map((piece) => `'''\\\n${escapeMultiline(piece)}'''`)
    .join(', ')}])`;

const numberLiteral = (number: number): string =>
  Number.isInteger(number) && !Number.isSafeInteger(number) ? number.toExponential() : String(number);

export const nameLiteral = (name: string): string => (isPlainName(name) ? name : `'${escapeLine(name)}'`);

/** Any value as one expression. */
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

/** A value as the arguments of a name: several values and values with keys need no brackets. */
export function argumentsOf(value: Json, indent = ''): string {
  // `name -1` would be a difference.
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

/** The depth of nested lists and maps. */
export function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: readonly Json[] = isList(value) ? value : Object.values(value);
  return 1 + parts.reduce<number>((max, part) => Math.max(max, depthOf(part)), 0);
}

/** Whether a comment may repeat a text as it is. */
export const inComment = (text: string): string => (unprintable.test(text) ? escapeLine(text) : text);

/** An ISO 8601 date as the call that reads it: in its zone, with milliseconds if any. Null for another text. */
export function dateCall(iso: string): string | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{3}))?(?:Z|([+-]\d\d):?(\d\d))$/.exec(iso);
  if (!match || readDate(iso) === null) return null;
  const [, seconds = '', part = '000', hours = '+00', minutes = '00'] = match;
  const zone = `${hours}${minutes}`;
  return part === '000'
    ? `Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '${seconds}${zone}')`
    : `Date.parse("yyyy-MM-dd'T'HH:mm:ss.SSSZ", '${seconds}.${part}${zone}')`;
}
