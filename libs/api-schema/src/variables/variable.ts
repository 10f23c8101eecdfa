import { passwordMask, type Variable, type VariableType, variableTypes } from '@slipway/domain/model';
import { isEmpty } from '@slipway/domain/variables';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { joinIds, type RenderContext } from '../format/render-context.ts';
import { list, ownType, responseJson } from '../format/scalars.ts';
import { type ResponseJson, sortMap, sortModel } from '../format/sorted-json.ts';
import { showType } from '../format/type-name.ts';

/** A variable of any type (rest-api.md, section Variable; rest-operations.md, more variable types). */
export const variableResponse = z
  .object({
    id: z.string(),
    type: ownType(...variableTypes),
    key: z.string(),
    value: responseJson
      .optional()
      .describe('a text, list, map, number, boolean or date by the type; a password is masked'),
    requiresValue: z.boolean(),
    showOnReleaseStart: z.boolean(),
    inherited: z.boolean(),
    multiline: z.boolean(),
    preventInterpolation: z.boolean(),
    label: z.string().optional(),
    description: z.string().optional(),
    valueProvider: responseJson.optional(),
    externalVariableValue: responseJson.optional(),
    referencedType: z.string().optional().describe('of a reference: the type of the configuration'),
  })
  .meta({ id: 'Variable' });

export type VariableResponse = z.output<typeof variableResponse>;

/**
 * A variable of a user input task. The response includes the values of another variable, which the caller may not view.
 */
export const taskVariableResponse = variableResponse
  .extend({
    possibleValues: list(z.string())
      .optional()
      .describe('the values that its list box offers; absent if it has none, or if its list is unknown'),
  })
  .meta({ id: 'TaskVariable' });

export type TaskVariableResponse = z.output<typeof taskVariableResponse>;

const isList = (value: Variable['value']): value is readonly string[] => Array.isArray(value);

/** Returns the value of a variable for responses. Lists and maps are never null, and passwords are always masked. */
function showValue({ type, value }: Pick<Variable, 'type' | 'value'>): ResponseJson | undefined {
  switch (type) {
    case 'PasswordStringVariable':
      return isEmpty(value) ? undefined : passwordMask;
    case 'DateVariable':
      return typeof value === 'number' ? showDate(value) : undefined;
    case 'ListStringVariable':
    case 'SetStringVariable':
      return value ?? [];
    case 'MapStringStringVariable':
      return value === null || typeof value !== 'object' || isList(value) ? (value ?? {}) : sortMap(value);
    case 'StringVariable':
    case 'ReferenceVariable':
    case 'BooleanVariable':
    case 'IntegerVariable':
      return value ?? undefined;
  }
}

/** Renders a variable below its release, template or task. */
export function showVariable(variable: Variable, parent: string, show: RenderContext): VariableResponse {
  return {
    id: joinIds(parent, variable.id),
    type: showType(variable.type, show.prefix),
    key: variable.key,
    value: showValue(variable),
    requiresValue: variable.requiresValue,
    showOnReleaseStart: variable.showOnReleaseStart,
    inherited: variable.inherited,
    multiline: variable.multiline,
    preventInterpolation: variable.preventInterpolation,
    label: variable.label ?? undefined,
    description: variable.description ?? undefined,
    valueProvider: sortModel(variable.valueProvider),
    externalVariableValue: sortModel(variable.externalVariableValue),
    referencedType: variable.referencedType ?? undefined,
  };
}

export const valuesResponse = z.record(z.string(), z.string());

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', "'": "\\'", '\\': '\\\\' };
const escapeSign = (sign: string): string => escapes[sign] ?? `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Returns a text inside a list or map as a Python literal. */
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

/** Returns a value as text (compatibility.md, Answers). Lists and maps have the form of Python, with sorted keys. */
function asText({ type, value }: Variable): string {
  if (value === null) return unset[type];
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return type === 'DateVariable' ? showDate(value) : String(value);
  if (isList(value)) return `[${value.map(quote).join(', ')}]`;
  const entries = Object.entries(sortMap(value)).map(([key, item]) => `${quote(key)}: ${quote(item)}`);
  return `{${entries.join(', ')}}`;
}

/** Returns the values of variables as texts, by `${key}`, without passwords (compatibility.md, Answers). */
export const valuesAsTexts = (variables: Iterable<Variable>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...variables]
      .filter(({ type }) => type !== 'PasswordStringVariable')
      .map((variable) => [`\${${variable.key}}`, asText(variable)]),
  );
