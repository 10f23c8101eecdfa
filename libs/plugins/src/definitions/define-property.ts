import { message, type Warn } from '@slipway/domain/messages';
import { toSingleLine } from '@slipway/formats';
import {
  type DefaultValue,
  type PropertyDefinition,
  type PropertyKind,
  propertyKinds,
  type RawProperty,
} from './type-definition.ts';

const grammar = /^[A-Za-z_][\w-]{0,99}$/;
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

const isKind = (kind: string, kinds: readonly string[] = propertyKinds): kind is PropertyKind => kinds.includes(kind);

/**
 * Returns the complete definition of a property, or null for an omitted property. The default kind is a text, the
 * default category is input, and a property is required by default. `warn` receives a message for each part without
 * effect.
 */
export function defineProperty(input: RawProperty, type: string, warn: Warn): PropertyDefinition | null {
  const { name, 'enum-values': enumValues = [] } = input;
  const subject = { property: toSingleLine(name), type };
  if (!grammar.test(name) || forbiddenNames.has(name)) {
    warn(message('pluginWarning.badPropertyName', subject));
    return null;
  }
  const kind = kindOf(input, subject, warn);
  return {
    name,
    kind,
    category: input.category || 'input',
    label: input.label || toLabel(name),
    description: input.description ?? '',
    required: input.required ?? true,
    implied: input.required === undefined,
    password: input.password ?? false,
    hidden: input.hidden ?? false,
    defaultValue: defaultIn(kind, input, subject, warn),
    enumValues,
    referencedType: input['referenced-type'] || null,
  };
}

/** The names of a property and its type, for warnings. */
interface Subject {
  readonly property: string;
  readonly type: string;
}

function kindOf({ kind: input, password }: RawProperty, subject: Subject, warn: Warn): PropertyKind {
  const kind = (input || 'string').toLowerCase();
  if (!isKind(kind)) warn(message('pluginWarning.unknownKind', { ...subject, kind: toSingleLine(kind) }));
  else if (password === true && kind !== 'string') warn(message('pluginWarning.passwordKind', { ...subject, kind }));
  else return kind;
  return 'string';
}

/** Returns the default value of a property. An invalid value counts as none, or as false for a boolean. */
function defaultIn(kind: PropertyKind, input: RawProperty, subject: Subject, warn: Warn): DefaultValue {
  const { default: rawDefault, 'enum-values': enumValues = [] } = input;
  const value = defaultOf(kind, rawDefault);
  const isForeign = enumValues.length > 0 && typeof value === 'string' && value !== '' && !enumValues.includes(value);
  if (value !== undefined && !isForeign) return value;
  if (isForeign) warn(message('pluginWarning.foreignDefault', subject));
  else if (kind === 'boolean') warn(message('pluginWarning.badFlagDefault', subject));
  else warn(message('pluginWarning.badDefault', { ...subject, kind }));
  return kind === 'boolean' ? false : null;
}

/** Returns the label of a property without a label: `maxRetries` becomes "Max retries". */
export function toLabel(name: string): string {
  const words = name.replace(
    /([a-z\d])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1).replaceAll('_', ' ');
}

/**
 * Converts a default value to its kind, from one text as in XML, or from any value as in YAML. Returns undefined for an
 * invalid value.
 */
function defaultOf(kind: PropertyKind, input: unknown): DefaultValue | undefined {
  if (input === undefined || input === null) return null;
  switch (kind) {
    case 'boolean':
      return booleanIn(String(input).trim().toLowerCase());
    case 'integer':
      return /^-?\d{1,15}$/.test(String(input)) ? Number(input) : input === '' ? null : undefined;
    case 'list_of_string':
    case 'set_of_string':
    case 'list_of_ci':
    case 'set_of_ci':
      return listIn(input);
    case 'map_string_string':
      return mapIn(input);
    case 'string':
    case 'enum':
    case 'date':
    case 'ci':
      return typeof input === 'object' ? undefined : String(input);
  }
}

const booleanIn = (word: string): DefaultValue | undefined =>
  word === '' ? null : word === 'true' || (word === 'false' ? false : undefined);

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

function listIn(input: unknown): readonly string[] | undefined {
  if (Array.isArray(input)) return input.every(isScalar) ? input.map(String) : undefined;
  if (typeof input !== 'string') return undefined;
  return input
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}

function mapIn(input: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    const entries = Object.entries(input);
    return entries.every(([, value]) => isScalar(value))
      ? Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
      : undefined;
  }
  const pairs = listIn(input)?.map((pair) => /^([^:=]{1,200})[:=](.*)$/s.exec(pair));
  if (!pairs?.every((pair) => pair !== null)) return undefined;
  return Object.fromEntries(pairs.map(([, key = '', value = '']) => [key.trim(), value.trim()]));
}
