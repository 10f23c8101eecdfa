import { parseExactly } from '../../../api/exact-json.ts';
import { t } from '../../../navigation/text.ts';
import { fixedTemplateIn } from '../events/mapping-target.ts';
import type { Property, Values } from './definition.ts';

type Choices = readonly (readonly [type: string, word: string])[];

/**
 * The types of nested objects ("parts"), with their labels, by the referenced type of the property. An empty list means
 * that only the referenced type is possible. The list is fixed, because REST does not return the subtypes of a type.
 */
const choicesByType: Readonly<Record<string, Choices>> = {
  'events.EventFilter': [
    ['events.ExpressionEventFilter', t('All expressions match')],
    ['events.JythonEventFilter', t('A script that sets result')],
  ],
  'events.FilterExpression': [],
  'events.MappedProperty': [
    ['StringValue', t('A text with placeholders')],
    ['ListStringValue', t('A list')],
    ['VariableValue', t('One field of the event')],
  ],
};

/** The labels of a list of parts and of one part, by the referenced type of the property. */
const labelsByType: ReadonlyMap<string, readonly [list: string, part: string]> = new Map([
  ['events.FilterExpression', [t('Conditions'), t('Condition')]],
  ['events.MappedProperty', [t('Values from the event'), t('Event value')]],
]);

/** Returns the labels of a list of parts and of one part. */
export const partLabels = ({ label, referencedType = '' }: Property): readonly [list: string, part: string] =>
  labelsByType.get(referencedType) ?? [label, label];

/** Returns the possible types of a part; undefined: this page does not support the referenced type. */
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

/** Parses the JSON text of a part; null: the text is empty, undefined: it is not a JSON object. */
export function parsePart(text: string): Values | null | undefined {
  if (text.trim() === '') return null;
  const value = parseOrUndefined(text);
  return isValues(value) ? value : undefined;
}

/** Parses the JSON text of a list of parts; undefined: it is not a list of JSON objects. */
export function parseParts(text: string): readonly Values[] | undefined {
  const value = text.trim() === '' ? [] : parseOrUndefined(text);
  return Array.isArray(value) && value.every(isValues) ? value : undefined;
}

/** Returns the id of the template that the mappings of a trigger select for all events; undefined if they select none. */
export const mappedTemplate = (mappings: string | undefined): string | undefined =>
  fixedTemplateIn((mappings === undefined ? undefined : parseParts(mappings)) ?? []);

/** Returns the type of a part as in `choices`. The prefix of a built-in type is ignored. */
export function partType({ type }: Values, choices: Choices): string {
  const asText = typeof type === 'string' ? type : '';
  const name = asText.slice(asText.lastIndexOf('.') + 1);
  return choices.find(([choice]) => choice === asText || choice === name)?.[0] ?? asText;
}

/** Whether the type of a part is one of the choices, or not selected yet. */
export const isKnownType = (part: Values, choices: Choices): boolean =>
  choices.length === 0 || ['', ...choices.map(([type]) => type)].includes(partType(part, choices));

/** Returns the default values of a new part. */
export const defaultValues = (properties: readonly Property[]): Values =>
  Object.fromEntries(
    properties.flatMap(({ name, defaultValue }) => (defaultValue === undefined ? [] : [[name, defaultValue]])),
  );

export const asText = (value: Values | readonly Values[]): string => JSON.stringify(value, null, 2);
