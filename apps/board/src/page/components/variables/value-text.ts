import type { VariableResponse } from '@slipway/api-schema/variables';
import { parseExactly } from '../../api/exact-json.ts';
import { fromDateInput, toDateInput } from '../fields/date-input.ts';

/** The kinds of values. Each kind has its own input control. */
export type ValueKind = 'text' | 'texts' | 'map' | 'password' | 'number' | 'boolean' | 'date';

type TypedVariable = Pick<VariableResponse, 'type' | 'value' | 'multiline'>;

const kinds: Readonly<Record<string, ValueKind>> = {
  PasswordStringVariable: 'password',
  ListStringVariable: 'texts',
  SetStringVariable: 'texts',
  MapStringStringVariable: 'map',
  BooleanVariable: 'boolean',
  IntegerVariable: 'number',
  DateVariable: 'date',
};

/** Returns the kind of the value of a variable; text for an unknown type. */
export const kindOf = ({ type }: Pick<TypedVariable, 'type'>): ValueKind =>
  kinds[type.slice(type.lastIndexOf('.') + 1)] ?? 'text';

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the lines of a text without empty lines. */
export const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/** Parses a line of a map. A line without `=` is a key with an empty value. */
function entryOf(line: string): readonly [string, string] {
  const at = line.indexOf('=');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}

/** Parses a text that begins like a JSON list or map; undefined for all other texts and for invalid JSON. */
function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function parseList(text: string): readonly unknown[] {
  const json = parseJson(text);
  return Array.isArray(json) ? json : linesOf(text);
}

/** Returns the texts of a list without empty ones. */
export const parseTexts = (text: string): readonly string[] =>
  parseList(text)
    .map(String)
    .filter((item) => item !== '');

function parseMap(text: string): object {
  const json = parseJson(text);
  return isMap(json) ? json : Object.fromEntries(linesOf(text).map(entryOf));
}

const toLines = (value: object): string =>
  (Array.isArray(value) ? value : Object.entries(value).map((entry) => entry.join('='))).join('\n');

/** Returns a list or map as lines. Returns JSON if the lines would be parsed as another value. */
function listOrMapText(value: object): string {
  const lines = toLines(value);
  const parsed = Array.isArray(value) ? parseList(lines) : parseMap(lines);
  const json = JSON.stringify(value);
  return JSON.stringify(parsed) === json ? lines : json;
}

/**
 * Returns a value as text: a list with one line per item, a map with one `key=value` per line. Returns an empty text
 * for a password, which the server does not return.
 */
export function formatValue(kind: ValueKind, value: unknown): string {
  if (value === undefined || value === null || kind === 'password') return '';
  if (kind === 'date') return toDateInput(String(value));
  if (typeof value !== 'object') return String(value);
  return kind === 'texts' || kind === 'map' ? listOrMapText(value) : toLines(value);
}

/** Returns the value of a variable as text. */
export const variableText = ({ value, ...variable }: TypedVariable): string => formatValue(kindOf(variable), value);

/** Returns the REST value of an input; null for no value. Returns an invalid number as text, which REST rejects. */
export function parseValue(kind: ValueKind, text: string) {
  switch (kind) {
    case 'text':
    case 'password':
      return text;
    case 'texts':
      return parseList(text);
    case 'map':
      return parseMap(text);
    case 'number':
      if (text.trim() === '') return null;
      return /^\s*[+-]?\d+\s*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case 'boolean':
      return text === '' ? null : text === 'true';
    case 'date':
      return fromDateInput(text);
  }
}
