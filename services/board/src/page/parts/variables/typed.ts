import type { VariableAnswer } from '@slipway/wire';
import { parseExactly } from '../../data/exact-json.ts';
import { momentOf, typedOf } from '../typed-moment.ts';

/** How a value is typed, each in a field of its own. */
export type Kind = 'text' | 'texts' | 'map' | 'password' | 'number' | 'truth' | 'moment';

type Typeable = Pick<VariableAnswer, 'type' | 'value' | 'multiline'>;

const kinds: Readonly<Record<string, Kind>> = {
  PasswordStringVariable: 'password',
  ListStringVariable: 'texts',
  SetStringVariable: 'texts',
  MapStringStringVariable: 'map',
  BooleanVariable: 'truth',
  IntegerVariable: 'number',
  DateVariable: 'moment',
};

/** How the value of a variable is typed; a type that this page does not know has a text. */
export const kindOf = ({ type }: Pick<Typeable, 'type'>): Kind =>
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
function writtenIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function listIn(text: string): readonly unknown[] {
  const written = writtenIn(text);
  return Array.isArray(written) ? written : linesOf(text);
}

/** The texts of a list, as the text of its field has them; empty ones are left out. */
export const textsIn = (text: string): readonly string[] =>
  listIn(text)
    .map(String)
    .filter((each) => each !== '');

function mapIn(text: string): object {
  const written = writtenIn(text);
  return isMap(written) ? written : Object.fromEntries(linesOf(text).map(entryOf));
}

const inLines = (value: object): string =>
  (Array.isArray(value) ? value : Object.entries(value).map((entry) => entry.join('='))).join('\n');

/** A list or map as lines; as JSON if lines would be parsed differently, so that adding a line changes no other. */
function shownOf(value: object): string {
  const lines = inLines(value);
  const read = Array.isArray(value) ? listIn(lines) : mapIn(lines);
  const written = JSON.stringify(value);
  return JSON.stringify(read) === written ? lines : written;
}

/** A value as one text: of a list a line for each, of a map `key=value`; a password is never known, so nothing of it. */
export function textIn(kind: Kind, value: unknown): string {
  if (value === undefined || value === null || kind === 'password') return '';
  if (kind === 'moment') return typedOf(String(value));
  if (typeof value !== 'object') return String(value);
  return kind === 'texts' || kind === 'map' ? shownOf(value) : inLines(value);
}

/** The value of a variable as one text. */
export const textOf = ({ value, ...variable }: Typeable): string => textIn(kindOf(variable), value);

/** The input as REST accepts it; null: no value. An invalid number is sent unchanged, so that REST reports it. */
export function readIn(kind: Kind, text: string) {
  switch (kind) {
    case 'text':
    case 'password':
      return text;
    case 'texts':
      return listIn(text);
    case 'map':
      return mapIn(text);
    case 'number':
      if (text.trim() === '') return null;
      return /^\s*[+-]?\d+\s*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case 'truth':
      return text === '' ? null : text === 'true';
    case 'moment':
      return momentOf(text);
  }
}
