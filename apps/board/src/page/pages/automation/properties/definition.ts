import { parseExactly } from '../../../api/exact-json.ts';
import { parseValue, formatValue as shownIn, type ValueKind } from '../../../components/variables/value-text.ts';

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
  /** of what it names */
  readonly referencedType?: string;
}

export interface TypeDefinition {
  readonly type: string;
  readonly label: string;
  readonly properties: readonly Property[];
}

/** The values of an object, by the names of its properties. */
export type Values = Readonly<Record<string, unknown>>;
/** The inputs, each as one text. */
export type Inputs = Readonly<Record<string, string>>;

/** The inputs that changed while a request was running. */
export const changedSince = (sentInputs: Inputs, current: Inputs): Inputs =>
  Object.fromEntries(Object.entries(current).filter(([name, text]) => sentInputs[name] !== text));

/** The inputs in the form of REST, or their error. */
type ParseResult = { readonly value: unknown } | { readonly wrong: string };

const kinds: Readonly<Record<string, ValueKind>> = {
  boolean: 'truth',
  integer: 'number',
  date: 'moment',
  list_of_string: 'texts',
  set_of_string: 'texts',
  map_string_string: 'map',
};

/** The input of a property: references are a text, one id in each line, or JSON. */
export const kindOf = ({ kind, password }: Property): ValueKind => (password ? 'password' : (kinds[kind] ?? 'text'));

const isReference = ({ kind }: Property): boolean => kind.endsWith('ci');
const isListOfReferences = ({ kind }: Property): boolean => kind.endsWith('_of_ci');

const isString = (value: unknown): boolean => typeof value === 'string';

/** A value as one text, to be typed over; of a password nothing is known. */
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
    return { wrong: `${label} isn’t valid JSON.` };
  }
}

/** Reads what was typed of a property. */
export function parseProperty(property: Property, text: string): ParseResult {
  if (isReference(property)) {
    if (/^\s*[[{]/.test(text)) return readJson(property, text);
    if (isListOfReferences(property)) return { value: parseValue('texts', text) };
    return { value: text.trim() === '' ? null : text.trim() };
  }
  return { value: parseValue(kindOf(property), text) };
}

/** Those of the properties that were typed otherwise than they are. */
export const changedProperties = (
  properties: readonly Property[],
  values: Values,
  inputs: Inputs,
): readonly Property[] =>
  properties.filter((property) => {
    const text = inputs[property.name];
    return text !== undefined && text !== propertyText(property, values[property.name]);
  });

/** The body for these properties; the first invalid one has an error. */
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
