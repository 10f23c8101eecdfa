import { inLine } from '@slipway/formats';
import { type DefaultValue, type PropertyDefinition, type PropertyKind, propertyKinds } from './type-definition.ts';
import type { WrittenProperty } from './written.ts';

const grammar = /^[A-Za-z_][\w-]{0,99}$/;
const impossible = new Set(['__proto__', 'constructor', 'prototype']);

const isKind = (kind: string, kinds: readonly string[] = propertyKinds): kind is PropertyKind => kinds.includes(kind);

/**
 * Completes a property: an absent kind is a text, an absent category is input, and a property is required unless its
 * definition makes it optional. Null for a property that is left out. `warn` gets a sentence for each part without effect.
 */
export function defineProperty(
  written: WrittenProperty,
  type: string,
  warn: (warning: string) => void,
): PropertyDefinition | null {
  const { name, 'enum-values': enumValues = [] } = written;
  const what = `property '${inLine(name)}' of type '${type}'`;
  if (!grammar.test(name) || impossible.has(name)) {
    warn(`${what} has a name that no property can have: it is left out`);
    return null;
  }
  const kind = kindOf(written, (warning) => warn(`${what} ${warning}`));
  return {
    name,
    kind,
    category: written.category || 'input',
    label: written.label || worded(name),
    description: written.description ?? '',
    required: written.required ?? true,
    implied: written.required === undefined,
    password: written.password ?? false,
    hidden: written.hidden ?? false,
    defaultValue: defaultIn(kind, written, (warning) => warn(`${what} ${warning}`)),
    enumValues,
    referencedType: written['referenced-type'] || null,
  };
}

function kindOf({ kind: written, password }: WrittenProperty, warn: (warning: string) => void): PropertyKind {
  const kind = (written || 'string').toLowerCase();
  if (!isKind(kind)) warn(`has the unknown kind '${inLine(kind)}': it is a text`);
  else if (password === true && kind !== 'string') warn(`is a password, and so a text and no ${kind}`);
  else return kind;
  return 'string';
}

/** The default of a property; an invalid one counts as none, or as false for a boolean. */
function defaultIn(kind: PropertyKind, written: WrittenProperty, warn: (warning: string) => void): DefaultValue {
  const { default: given, 'enum-values': enumValues = [] } = written;
  const value = defaultOf(kind, given);
  const isForeign = enumValues.length > 0 && typeof value === 'string' && value !== '' && !enumValues.includes(value);
  if (value !== undefined && !isForeign) return value;
  const otherwise = kind === 'boolean' ? false : null;
  const fault = isForeign ? 'is not one of its values' : `is not of its kind ${kind}`;
  warn(`has a default that ${fault}: it has ${otherwise === null ? 'none' : 'false'}`);
  return otherwise;
}

/** `maxRetries` reads "Max retries" where no label is given. */
export function worded(name: string): string {
  const words = name.replace(
    /([a-z\d])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1).replaceAll('_', ' ');
}

/** A default by its kind, whether written as XML does, in one text, or as YAML can; undefined where it does not fit. */
function defaultOf(kind: PropertyKind, written: unknown): DefaultValue | undefined {
  if (written === undefined || written === null) return null;
  switch (kind) {
    case 'boolean':
      return booleanIn(String(written).trim().toLowerCase());
    case 'integer':
      return /^-?\d{1,15}$/.test(String(written)) ? Number(written) : written === '' ? null : undefined;
    case 'list_of_string':
    case 'set_of_string':
    case 'list_of_ci':
    case 'set_of_ci':
      return listIn(written);
    case 'map_string_string':
      return mapIn(written);
    case 'string':
    case 'enum':
    case 'date':
    case 'ci':
      return typeof written === 'object' ? undefined : String(written);
  }
}

const booleanIn = (word: string): DefaultValue | undefined =>
  word === '' ? null : word === 'true' || (word === 'false' ? false : undefined);

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

function listIn(written: unknown): readonly string[] | undefined {
  if (Array.isArray(written)) return written.every(isScalar) ? written.map(String) : undefined;
  if (typeof written !== 'string') return undefined;
  return written
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}

function mapIn(written: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof written === 'object' && written !== null && !Array.isArray(written)) {
    const entries = Object.entries(written);
    return entries.every(([, value]) => isScalar(value))
      ? Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
      : undefined;
  }
  const pairs = listIn(written)?.map((pair) => /^([^:=]{1,200})[:=](.*)$/s.exec(pair));
  if (!pairs?.every((pair) => pair !== null)) return undefined;
  return Object.fromEntries(pairs.map(([, key = '', value = '']) => [key.trim(), value.trim()]));
}
