import { type Message, message, type NameIn, plainText } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import { toTextMap, toTexts } from '../variables/values.ts';
import type { FindType, Properties, PropertyRule, TypeRule } from './properties.ts';

/** The expected value of each kind, for messages. */
const kindNames: Readonly<Record<string, Exclude<NameIn<'valueKind'>, 'oneOf'>>> = {
  string: 'text',
  boolean: 'boolean',
  integer: 'integer',
  date: 'date',
  ci: 'object',
  list_of_string: 'texts',
  set_of_string: 'texts',
  map_string_string: 'textMap',
};

/**
 * Converts properties to the shape that their type defines. Absent properties get their default, and texts become
 * numbers or booleans (compatibility.md, Answers). Undefined properties are removed, unless the type is open. Throws
 * Invalid with the path of the first invalid property.
 */
export function normalizeProperties(find: FindType, type: TypeRule, properties: Properties, at = ''): Properties {
  const entries = type.properties.map((rule): [string, Json] => {
    const rawValue = Object.hasOwn(properties, rule.name) ? properties[rule.name] : null;
    const value = rawValue === undefined || rawValue === null || rawValue === '' ? rule.defaultValue : rawValue;
    const path = `${at}${rule.name}`;
    if (value !== null) return [rule.name, shapeOf(find, rule, value, path)];
    if (isRequired(rule)) throw new Invalid(message('field.kind', { field: path, kind: expectedKind(rule) }));
    return [rule.name, null];
  });
  return Object.fromEntries(type.open === true ? [...Object.entries(properties), ...entries] : entries);
}

/** Whether a value is required. Hidden properties cannot be entered. Lists, maps and booleans have an empty value. */
const isRequired = ({ required, implied = false, hidden = false, kind }: PropertyRule): boolean =>
  required && !implied && !hidden && !/^(?:list|set|map)_|^boolean$/.test(kind);

/** Returns the type with this name. Throws Invalid for an unknown or virtual type; `path` is the property. */
export function requireConcreteType(find: FindType, name: Json | undefined, path: string): TypeRule {
  if (typeof name !== 'string') throw new Invalid(message('field.typeName', { field: path }));
  const type = find(name);
  if (type === undefined) throw new Invalid(message('field.unknownType', { field: path, type: name }));
  if (type.virtual) throw new Invalid(message('field.abstractType', { field: path, type: name }));
  return type;
}

function expectedKind({ kind, enumValues = [] }: Pick<OutputRule, 'kind' | 'enumValues'>): Message {
  if (kind === 'enum' && enumValues.length > 0)
    return message('valueKind.oneOf', { values: enumValues.map(plainText) });
  return message(`valueKind.${kindNames[kind] ?? 'value'}`);
}

function shapeOf(find: FindType, rule: PropertyRule, value: Json, path: string): Json {
  if (rule.kind === 'ci' && isObject(value)) {
    const type = requireConcreteType(find, value.type, `${path}.type`);
    return { type: type.name, ...normalizeProperties(find, type, value, `${path}.`) };
  }
  const shapedValue = shapeAs(rule, value);
  if (shapedValue === null) throw new Invalid(message('field.kind', { field: path, kind: expectedKind(rule) }));
  return shapedValue;
}

const isText = (value: Json): value is string => typeof value === 'string';

/** Whether an enum allows a value. An empty list allows all values. */
const isAllowed = (values: readonly string[], value: string): boolean => values.length === 0 || values.includes(value);

/** Returns the value converted to its kind; null if it cannot be converted. */
function shapeAs({ kind, enumValues }: PropertyRule, value: Json): Json {
  if (kind === 'boolean') return toBoolean(value);
  if (kind === 'integer') return toInteger(value);
  if (kind === 'enum') return isText(value) && isAllowed(enumValues, value) ? value : null;
  if (kind === 'map_string_string') return toTextMap(value) ?? null;
  if (/^(?:list|set)_of_string$/.test(kind)) return toTexts(value) ?? null;
  if (/^(?:list|set)_/.test(kind)) return Array.isArray(value) && value.every(isText) ? value : null;
  return isText(value) || typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
}

/**
 * Returns the value of a property for scripts. An unset list, set or map is empty, not null, and a set of texts has no
 * duplicates (compatibility.md, Flow).
 */
export function propertyToScripts(kind: string, value: Json): Json {
  if (Array.isArray(value) && kind === 'set_of_string') return [...new Set(value)];
  if (value !== null) return value;
  if (/^(?:list|set)_/.test(kind)) return [];
  return kind.startsWith('map_') ? {} : null;
}

/** The stored form of an output property. */
export interface StoredOutput {
  readonly value: Json;
  /** The reason why the value differs from the value of the script; null if no data was lost. */
  readonly warning: Message | null;
}

const outputText = (value: Json): string => {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

interface OutputRule extends Pick<PropertyRule, 'name' | 'kind'> {
  /** For the kind `enum`: the allowed values. An empty list allows all values. */
  readonly enumValues?: PropertyRule['enumValues'];
}

/** Returns the value of an output that is neither a list nor a map; null if it cannot be converted. */
function convertOutput(kind: string, enumValues: readonly string[], value: Json): Json {
  if (kind === 'integer') return typeof value === 'number' && Number.isInteger(value) ? value : toInteger(value);
  if (kind === 'boolean') return toBoolean(value);
  if (kind === 'date' && typeof value === 'number') return toDate(value);
  if (kind === 'date') return isText(value) && !Number.isNaN(Date.parse(value)) ? value : null;
  const text = outputText(value);
  return kind === 'string' || isAllowed(enumValues, text) ? text : null;
}

const toDate = (ms: number): string | null => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null);

const singleKinds: ReadonlySet<string> = new Set(['string', 'integer', 'boolean', 'enum', 'date']);

/** Converts an output that is neither a list nor a map. A value that cannot be converted is stored as a text. */
function singleOutput({ name, kind, enumValues = [] }: OutputRule, value: Json): StoredOutput {
  if (value === null || (value === '' && kind !== 'string')) return { value: null, warning: null };
  const converted = convertOutput(kind, enumValues, value);
  if (converted !== null) return { value: converted, warning: null };
  const warning = message('output.textStored', { name, kind: expectedKind({ kind, enumValues }) });
  return { value: outputText(value), warning };
}

/**
 * Converts an output property to its kind. The members of lists and maps are texts: a nested value is stored as JSON,
 * and null as an empty text. A set contains each text once. Never throws, because the script has already run: a value
 * that loses data gets a warning.
 */
export function normalizeOutput(rule: OutputRule, value: Json): StoredOutput {
  const { name, kind } = rule;
  if (singleKinds.has(kind)) return singleOutput(rule, value);
  const rawValue = propertyToScripts(kind, value);
  if (kind === 'map_string_string') {
    if (isObject(rawValue)) return { value: mapValues(rawValue, outputText), warning: null };
    return { value: {}, warning: message('output.nothingStored', { name, kind: expectedKind(rule) }) };
  }
  if (kind !== 'list_of_string' && kind !== 'set_of_string') return { value, warning: null };
  if (Array.isArray(rawValue)) {
    const texts = rawValue.map(outputText);
    return { value: kind === 'set_of_string' ? [...new Set(texts)] : texts, warning: null };
  }
  const warning = message('output.oneTextStored', { name, kind: expectedKind(rule) });
  return { value: [outputText(rawValue)], warning };
}

const mapValues = (object: Readonly<Record<string, Json>>, change: (value: Json) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

function toBoolean(value: Json): boolean | null {
  const text = String(value).toLowerCase();
  if (text === 'true') return true;
  return text === 'false' ? false : null;
}

const toInteger = (value: Json): number | null => (/^-?\d{1,9}(?:\.0+)?$/.test(String(value)) ? Number(value) : null);
