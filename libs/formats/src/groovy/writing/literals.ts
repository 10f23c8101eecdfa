import type { Json } from '@slipway/domain';
import { isPlainName } from '../names.ts';

/** Java and Groovy keep at most 65,535 bytes of one text. */
const mostInOne = 16_000;
/** A text of more lines is written as it is, and not line by line. */
const mostLines = 100;

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/u;

const escaped = (character: string): string =>
  escapes.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const ofOneLine = (text: string): string => text.replace(/[\\'\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/gu, escaped);

/** Inside three quotes: line feeds and tabs stand for themselves, and so does a quote that is alone. */
const ofManyLines = (text: string): string =>
  text
    .replace(/[\\\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/gu, (each) => (each === '\n' || each === '\t' ? each : escaped(each)))
    .replace(/'{2,}|'$/g, (quotes) => "\\'".repeat(quotes.length));

/** A text in pieces that are short enough; no pair of surrogates is torn. */
function pieces(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + mostInOne;
    const tears = end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '');
    found.push(text.slice(at, tears ? end - 1 : end));
    at = tears ? end - 1 : end;
  }
  return found.length > 0 ? found : [''];
}

/** Lines with their line feeds. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [''];

/** A text as a literal; one of several lines as several that are added, each on a line with this indent. */
export function literalOf(text: string, indent = ''): string {
  const lines = linesOf(text);
  const isLong = lines.length > mostLines || lines.some((line) => line.length > mostInOne);
  if (!isLong) return lines.map((line) => `'${ofOneLine(line)}'`).join(` +\n${indent}`);
  return pieces(text)
    .map((piece) => `'''\\\n${ofManyLines(piece)}'''`)
    .join(' + ');
}

/** A script: a list of texts, and a line feed behind the last that is not its own. */
export const scriptLiteral = (script: string): string =>
  `([${pieces(`${script}\n`)
    .map((piece) => `'''\\\n${ofManyLines(piece)}'''`)
    .join(', ')}])`;

const numberLiteral = (number: number): string =>
  Number.isInteger(number) && !Number.isSafeInteger(number) ? number.toExponential() : String(number);

export const nameLiteral = (name: string): string => (isPlainName(name) ? name : `'${ofOneLine(name)}'`);

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

/** How deep lists and maps lie within each other. */
export function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: readonly Json[] = isList(value) ? value : Object.values(value);
  return 1 + parts.reduce<number>((most, part) => Math.max(most, depthOf(part)), 0);
}

/** Whether a comment may repeat a text as it is. */
export const inComment = (text: string): string => (unprintable.test(text) ? ofOneLine(text) : text);
