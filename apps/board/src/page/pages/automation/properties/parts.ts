import { parseExactly } from '../../../api/exact-json.ts';
import type { Property, Values } from './definition.ts';

type Choices = readonly (readonly [type: string, word: string])[];

/**
 * What a thing may have of its own, by the type that its definition names: types of such a part, with words for them. None:
 * that type itself. REST does not list types by what they extend.
 */
const choicesByType: Readonly<Record<string, Choices>> = {
  'events.EventFilter': [
    ['events.ExpressionEventFilter', 'All expressions match'],
    ['events.JythonEventFilter', 'A script that sets result'],
  ],
  'events.FilterExpression': [],
  'events.MappedProperty': [
    ['StringValue', 'Text'],
    ['ListStringValue', 'Texts'],
    ['VariableValue', 'Variable value'],
  ],
};

/** The possible types of a part; undefined: unknown to this page. */
export const choicesOf = ({ referencedType }: Pick<Property, 'referencedType'>): Choices | undefined =>
  referencedType !== undefined && Object.hasOwn(choicesByType, referencedType)
    ? choicesByType[referencedType]
    : undefined;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseOrUndefined(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** The part in a JSON text; null: none, undefined: invalid. */
export function parsePart(text: string): Values | null | undefined {
  if (text.trim() === '') return null;
  const value = parseOrUndefined(text);
  return isValues(value) ? value : undefined;
}

/** The parts in a JSON text; undefined: invalid. */
export function parseParts(text: string): readonly Values[] | undefined {
  const value = text.trim() === '' ? [] : parseOrUndefined(text);
  return Array.isArray(value) && value.every(isValues) ? value : undefined;
}

/** The type of a part, as in the choices: types of the product may have any prefix. */
export function partType({ type }: Values, choices: Choices): string {
  const asText = typeof type === 'string' ? type : '';
  const name = asText.slice(asText.lastIndexOf('.') + 1);
  return choices.find(([choice]) => choice === asText || choice === name)?.[0] ?? asText;
}

/** Whether a part has one of the types that there are for it, or none yet. */
export const isKnownType = (part: Values, choices: Choices): boolean =>
  choices.length === 0 || ['', ...choices.map(([type]) => type)].includes(partType(part, choices));

/** The initial values of a new part, from its definition. */
export const defaultValues = (properties: readonly Property[]): Values =>
  Object.fromEntries(
    properties.flatMap(({ name, defaultValue }) => (defaultValue === undefined ? [] : [[name, defaultValue]])),
  );

export const asText = (value: Values | readonly Values[]): string => JSON.stringify(value, null, 2);
