import { parseExactly } from '../../../api/exact-json.ts';
import { parseValue, formatValue as shownIn, type ValueKind } from '../../../components/variables/value-text.ts';
import { t } from '../../../navigation/text.ts';

/** A property of a type, from `GET /metadata/types`. */
export interface Property {
  readonly name: string;
  readonly kind: string;
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  readonly password: boolean;
  readonly hidden: boolean;
  readonly defaultValue?: unknown;
  readonly enumValues: readonly string[];
  /** The type of the configurations or parts in a reference. */
  readonly referencedType?: string;
}

export interface TypeDefinition {
  readonly type: string;
  readonly label: string;
  readonly properties: readonly Property[];
}

/** The values of an object, by the names of its properties. */
export type Values = Readonly<Record<string, unknown>>;
/** The input texts, by the names of the properties. */
export type Inputs = Readonly<Record<string, string>>;

/** Returns the inputs that the user changed while a request was running. */
export const changedSince = (sentInputs: Inputs, current: Inputs): Inputs =>
  Object.fromEntries(Object.entries(current).filter(([name, text]) => sentInputs[name] !== text));

/** The value for REST, or the error text of an invalid input. */
type ParseResult = { readonly value: unknown } | { readonly wrong: string };

const kinds: Readonly<Record<string, ValueKind>> = {
  boolean: 'boolean',
  integer: 'number',
  date: 'date',
  list_of_string: 'texts',
  set_of_string: 'texts',
  map_string_string: 'map',
};

/** Returns the kind of field of a property. A reference has a text field: one id per line, or JSON. */
export const kindOf = ({ kind, password }: Property): ValueKind => (password ? 'password' : (kinds[kind] ?? 'text'));

const isReference = ({ kind }: Property): boolean => kind.endsWith('ci');
const isListOfReferences = ({ kind }: Property): boolean => kind.endsWith('_of_ci');

const isString = (value: unknown): boolean => typeof value === 'string';

/** Returns the text of a value for its field; empty for a password, which REST never returns. */
export function propertyText(property: Property, value: unknown): string {
  const kind = kindOf(property);
  if (value === undefined || value === null || kind === 'password') return '';
  const isLineText = Array.isArray(value) ? value.every(isString) : kind === 'map' || typeof value !== 'object';
  if (!isLineText) return JSON.stringify(value, null, 2);
  return shownIn(Array.isArray(value) ? 'texts' : kind, value);
}

function readJson({ label }: Property, text: string): ParseResult {
  try {
    return { value: parseExactly(text) };
  } catch {
    return { wrong: t`${label} isn’t valid JSON.` };
  }
}

/** Parses the input of a property. Returns an error text for invalid JSON. */
export function parseProperty(property: Property, text: string): ParseResult {
  if (isReference(property)) {
    if (/^\s*[[{]/.test(text)) return readJson(property, text);
    if (isListOfReferences(property)) return { value: parseValue('texts', text) };
    return { value: text.trim() === '' ? null : text.trim() };
  }
  return { value: parseValue(kindOf(property), text) };
}

/** Returns the properties whose input differs from the stored value. */
export const changedProperties = (
  properties: readonly Property[],
  values: Values,
  inputs: Inputs,
): readonly Property[] =>
  properties.filter((property) => {
    const text = inputs[property.name];
    return text !== undefined && text !== propertyText(property, values[property.name]);
  });

/** Returns the request body of these properties, or the error text of the first invalid input. */
export function toRequestBody(
  properties: readonly Property[],
  inputs: Inputs,
): { readonly body: Values } | { readonly wrong: string } {
  const parsed = properties.map(
    (property) => [property.name, parseProperty(property, inputs[property.name] ?? '')] as const,
  );
  const wrong = parsed.flatMap(([, result]) => ('wrong' in result ? [result.wrong] : []))[0];
  if (wrong !== undefined) return { wrong };
  return { body: Object.fromEntries(parsed.map(([name, result]) => [name, 'value' in result ? result.value : null])) };
}
