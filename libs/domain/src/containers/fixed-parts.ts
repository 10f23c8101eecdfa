import { isObject, type Json } from '../model/json.ts';

type Values = Readonly<Record<string, Json>>;

/** The parts of a container that the type of its task can fix, as hidden properties with a default. */
export const fixableParts = ['command', 'arguments', 'environment', 'files'] as const;

const placeholder = /\$\{(\w+)(?:\.(\w+))?\}/g;

/** Returns a value as a text: the members of a list and the entries of a map in lines. */
function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}=${textOf(member)}`)
    .join('\n');
}

const fill = (text: string, values: Values): string =>
  text.replace(placeholder, (_, name: string, member: string | undefined) => {
    const value = values[name];
    if (member === undefined) return textOf(value);
    return isObject(value) && Object.hasOwn(value, member) ? textOf(value[member]) : '';
  });

/**
 * Returns the values of a container task with the parts that its type fixes. In texts of `environment` and `files`,
 * `${name}` is the value of a property, and `${name.member}` that of a member of its configuration; empty without one.
 * `command` and `arguments` have no placeholders, so that no value becomes a part of a command.
 */
export function withFixedParts(values: Values, fixed: Values): Values {
  const merged: Record<string, Json> = { ...values };
  for (const part of fixableParts) {
    const own = fixed[part];
    if (own === undefined || own === null) continue;
    if (!isObject(own)) {
      merged[part] = own;
      continue;
    }
    const texts = Object.entries(own).map(([name, text]) => [name, fill(String(text), values)] as const);
    merged[part] = { ...(isObject(values[part]) ? values[part] : {}), ...Object.fromEntries(texts) };
  }
  return merged;
}
