import { parseExactly } from '../../../data/exact-json.ts';
import type { Property, Values } from './definition.ts';

type Choices = readonly (readonly [type: string, word: string])[];

/**
 * What a thing may have of its own, by the type that its definition names: types of such a part, with words for them. None:
 * that type itself. REST does not list types by what they extend.
 */
const known: Readonly<Record<string, Choices>> = {
  'events.EventFilter': [
    ['events.ExpressionEventFilter', 'Expressions, all of which hold'],
    ['events.JythonEventFilter', 'A script that sets result'],
  ],
  'events.FilterExpression': [],
  'events.MappedProperty': [
    ['StringValue', 'A text'],
    ['ListStringValue', 'Texts'],
    ['VariableValue', 'The value of a variable'],
  ],
};

/** The possible types of a part; undefined: unknown to this page. */
export const choicesOf = ({ referencedType }: Pick<Property, 'referencedType'>): Choices | undefined =>
  referencedType !== undefined && Object.hasOwn(known, referencedType) ? known[referencedType] : undefined;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** The part in a JSON text; null: none, undefined: invalid. */
export function partIn(text: string): Values | null | undefined {
  if (text.trim() === '') return null;
  const value = parsed(text);
  return isValues(value) ? value : undefined;
}

/** The parts in a JSON text; undefined: invalid. */
export function partsIn(text: string): readonly Values[] | undefined {
  const value = text.trim() === '' ? [] : parsed(text);
  return Array.isArray(value) && value.every(isValues) ? value : undefined;
}

/** The type of a part, as in the choices: types of the product may have any prefix. */
export function typeIn({ type }: Values, choices: Choices): string {
  const written = typeof type === 'string' ? type : '';
  const name = written.slice(written.lastIndexOf('.') + 1);
  return choices.find(([each]) => each === written || each === name)?.[0] ?? written;
}

/** Whether a part has one of the types that there are for it, or none yet. */
export const isKnown = (part: Values, choices: Choices): boolean =>
  choices.length === 0 || ['', ...choices.map(([type]) => type)].includes(typeIn(part, choices));

/** The initial values of a new part, from its definition. */
export const begunBy = (properties: readonly Property[]): Values =>
  Object.fromEntries(
    properties.flatMap(({ name, defaultValue }) => (defaultValue === undefined ? [] : [[name, defaultValue]])),
  );

export const written = (value: Values | readonly Values[]): string => JSON.stringify(value, null, 2);
