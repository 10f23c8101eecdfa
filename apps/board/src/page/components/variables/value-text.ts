import type { VariableResponse } from '@slipway/api-schema/variables';
import { parseExactly } from '../../api/exact-json.ts';
import { fromDateInput, toDateInput } from '../fields/date-input.ts';

/** How a value is typed, each in a field of its own. */
export type ValueKind = 'text' | 'texts' | 'map' | 'password' | 'number' | 'truth' | 'moment';

type TypedVariable = Pick<VariableResponse, 'type' | 'value' | 'multiline'>;

const kinds: Readonly<Record<string, ValueKind>> = {
  PasswordStringVariable: 'password',
  ListStringVariable: 'texts',
  SetStringVariable: 'texts',
  MapStringStringVariable: 'map',
  BooleanVariable: 'truth',
  IntegerVariable: 'number',
  DateVariable: 'moment',
};

/** How the value of a variable is typed; a type that this page does not know has a text. */
export const kindOf = ({ type }: Pick<TypedVariable, 'type'>): ValueKind =>
  kinds[type.slice(type.lastIndexOf('.') + 1)] ?? 'text';

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lines of a text without empty ones. */
export const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/** A line of a map: without a sign of equality it is a key with an empty value. */
function entryOf(line: string): readonly [string, string] {
  const at = line.indexOf('=');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}

/** The JSON of a text that begins like a list or a map; undefined if invalid. */
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

/** The texts of a list, as the text of its field has them; empty ones are left out. */
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

/** A list or map as lines; as JSON if lines would be parsed differently, so that adding a line changes no other. */
function listOrMapText(value: object): string {
  const lines = toLines(value);
  const parsed = Array.isArray(value) ? parseList(lines) : parseMap(lines);
  const json = JSON.stringify(value);
  return JSON.stringify(parsed) === json ? lines : json;
}

/** A value as one text: of a list a line for each, of a map `key=value`; a password is never known, so nothing of it. */
export function formatValue(kind: ValueKind, value: unknown): string {
  if (value === undefined || value === null || kind === 'password') return '';
  if (kind === 'moment') return toDateInput(String(value));
  if (typeof value !== 'object') return String(value);
  return kind === 'texts' || kind === 'map' ? listOrMapText(value) : toLines(value);
}

/** The value of a variable as one text. */
export const variableText = ({ value, ...variable }: TypedVariable): string => formatValue(kindOf(variable), value);

/** The input as REST accepts it; null: no value. An invalid number is sent unchanged, so that REST reports it. */
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
    case 'truth':
      return text === '' ? null : text === 'true';
    case 'moment':
      return fromDateInput(text);
  }
}
