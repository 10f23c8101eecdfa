import type { Variable, VariableType } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { sortMap } from '../format/sorted-json.ts';

export const valuesResponse = z.record(z.string(), z.string());

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', "'": "\\'", '\\': '\\\\' };
const escapeSign = (sign: string): string => escapes[sign] ?? `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** A text inside a list or map, as Python reads it. */
const quote = (text: string): string => `'${text.replace(/[\p{Cc}'\\]/gu, escapeSign)}'`;

const unset: Readonly<Record<VariableType, string>> = {
  StringVariable: '',
  PasswordStringVariable: '',
  ReferenceVariable: '',
  BooleanVariable: '',
  IntegerVariable: '',
  DateVariable: '',
  ListStringVariable: '[]',
  SetStringVariable: '[]',
  MapStringStringVariable: '{}',
};

/** A value as text (compatibility.md, Answers): lists and maps as Python writes them, maps by their keys. */
function asText({ type, value }: Variable): string {
  if (value === null) return unset[type];
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return type === 'DateVariable' ? showDate(value) : String(value);
  if (isList(value)) return `[${value.map(quote).join(', ')}]`;
  const entries = Object.entries(sortMap(value)).map(([key, item]) => `${quote(key)}: ${quote(item)}`);
  return `{${entries.join(', ')}}`;
}

const isList = (value: object): value is readonly string[] => Array.isArray(value);

/** The values of variables as texts, by `${key}`; those of passwords are left out (compatibility.md, Answers). */
export const valuesAsTexts = (variables: Iterable<Variable>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...variables]
      .filter(({ type }) => type !== 'PasswordStringVariable')
      .map((variable) => [`\${${variable.key}}`, asText(variable)]),
  );
