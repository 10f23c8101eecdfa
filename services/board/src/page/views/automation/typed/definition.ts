import { parseExactly } from '../../../data/exact-json.ts';
import { type Kind, readIn, textIn as shownIn } from '../../../parts/variables/typed.ts';

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

/** What an object of a type has, by the names of its properties. */
export type Values = Readonly<Record<string, unknown>>;
/** What was typed of it, each as one text. */
export type Typed = Readonly<Record<string, string>>;

/** What was typed that is not what was sent: while something is sent, people type on. */
export const typedSince = (sent: Typed, now: Typed): Typed =>
  Object.fromEntries(Object.entries(now).filter(([name, text]) => sent[name] !== text));

/** What was typed as REST takes it, or what is wrong with it. */
type Read = { readonly value: unknown } | { readonly wrong: string };

const kinds: Readonly<Record<string, Kind>> = {
  boolean: 'truth',
  integer: 'number',
  date: 'moment',
  list_of_string: 'texts',
  set_of_string: 'texts',
  map_string_string: 'map',
};

/** The input of a property: references are a text, one id in each line, or JSON. */
export const kindOf = ({ kind, password }: Property): Kind => (password ? 'password' : (kinds[kind] ?? 'text'));

const isReference = ({ kind }: Property): boolean => kind.endsWith('ci');
const isListOfReferences = ({ kind }: Property): boolean => kind.endsWith('_of_ci');

const isText = (value: unknown): boolean => typeof value === 'string';

/** A value as one text, to be typed over; of a password nothing is known. */
export function textIn(property: Property, value: unknown): string {
  const kind = kindOf(property);
  if (value === undefined || value === null || kind === 'password') return '';
  const isInLines = Array.isArray(value) ? value.every(isText) : kind === 'map' || typeof value !== 'object';
  if (!isInLines) return JSON.stringify(value, null, 2);
  return shownIn(Array.isArray(value) ? 'texts' : kind, value);
}

function readJson({ label }: Property, text: string): Read {
  try {
    return { value: parseExactly(text) };
  } catch {
    return { wrong: `${label}: this is no JSON.` };
  }
}

/** Reads what was typed of a property. */
export function valueIn(property: Property, text: string): Read {
  if (isReference(property)) {
    if (/^\s*[[{]/.test(text)) return readJson(property, text);
    if (isListOfReferences(property)) return { value: readIn('texts', text) };
    return { value: text.trim() === '' ? null : text.trim() };
  }
  return { value: readIn(kindOf(property), text) };
}

/** Those of the properties that were typed otherwise than they are. */
export const changedIn = (properties: readonly Property[], values: Values, typed: Typed): readonly Property[] =>
  properties.filter((property) => {
    const text = typed[property.name];
    return text !== undefined && text !== textIn(property, values[property.name]);
  });

/** The body for these properties; the first invalid one has an error. */
export function bodyOf(
  properties: readonly Property[],
  typed: Typed,
): { readonly body: Values } | { readonly wrong: string } {
  const read = properties.map((property) => [property.name, valueIn(property, typed[property.name] ?? '')] as const);
  const wrong = read.flatMap(([, each]) => ('wrong' in each ? [each.wrong] : []))[0];
  if (wrong !== undefined) return { wrong };
  return { body: Object.fromEntries(read.map(([name, each]) => [name, 'value' in each ? each.value : null])) };
}
