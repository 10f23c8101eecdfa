import { BadPlugin, inLine } from './bad-plugin.ts';
import { type DefaultValue, type PropertyDefinition, type PropertyKind, propertyKinds } from './type-definition.ts';
import type { WrittenProperty } from './written.ts';

const grammar = /^[A-Za-z_][\w-]{0,99}$/;
const inherited = new Set(['__proto__', 'constructor', 'prototype', 'id', 'type', 'title']);

const isKind = (kind: string, kinds: readonly string[] = propertyKinds): kind is PropertyKind => kinds.includes(kind);

/**
 * A property as it is written, made whole: an absent kind is a text, an absent category is input, and what is not said
 * to be required is not. Throws BadPlugin.
 */
export function defineProperty(written: WrittenProperty, type: string): PropertyDefinition {
  const refuse = (reason: string) => new BadPlugin(`property '${inLine(written.name)}' of type '${type}' ${reason}`);
  const { name, kind, 'enum-values': enumValues = [] } = written;
  if (!grammar.test(name) || inherited.has(name)) throw refuse('has a name that no property can have');
  if (!isKind(kind)) throw refuse(`has the unknown kind '${inLine(kind)}'`);
  if (written.password === true && kind !== 'string') throw refuse('is a password and no text');
  const value = defaultOf(kind, written.default);
  if (value === undefined) throw refuse(`has a default that is not of its kind ${kind}`);
  if (enumValues.length > 0 && typeof value === 'string' && !enumValues.includes(value)) {
    throw refuse('has a default that is none of its values');
  }
  return {
    name,
    kind,
    category: written.category || 'input',
    label: written.label || worded(name),
    description: written.description ?? '',
    required: written.required ?? false,
    password: written.password ?? false,
    hidden: written.hidden ?? false,
    defaultValue: value,
    enumValues,
  };
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
      return written === true || written === 'true' || (written === false || written === 'false' ? false : undefined);
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
