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

/** The types that a part of this type may have; undefined: it is no part that this page knows. */
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

/** The part that is written as JSON; null: none, undefined: what is written is none. */
export function partIn(text: string): Values | null | undefined {
  if (text.trim() === '') return null;
  const value = parsed(text);
  return isValues(value) ? value : undefined;
}

/** The parts that are written as JSON; undefined: what is written is no list of such. */
export function partsIn(text: string): readonly Values[] | undefined {
  const value = text.trim() === '' ? [] : parsed(text);
  return Array.isArray(value) && value.every(isValues) ? value : undefined;
}

/** The type of a part, as the choices have it: what stands before the name of ours may be anything. */
export function typeIn({ type }: Values, choices: Choices): string {
  const written = typeof type === 'string' ? type : '';
  const name = written.slice(written.lastIndexOf('.') + 1);
  return choices.find(([each]) => each === written || each === name)?.[0] ?? written;
}

/** Whether a part has one of the types that there are for it, or none yet. */
export const isKnown = (part: Values, choices: Choices): boolean =>
  choices.length === 0 || ['', ...choices.map(([type]) => type)].includes(typeIn(part, choices));

/** What a new part has before anybody has typed: what its definition says. */
export const begunBy = (properties: readonly Property[]): Values =>
  Object.fromEntries(
    properties.flatMap(({ name, defaultValue }) => (defaultValue === undefined ? [] : [[name, defaultValue]])),
  );

export const written = (value: Values | readonly Values[]): string => JSON.stringify(value, null, 2);
