import { message, plainText } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { bareKey, fill, keysIn, soleKey, textOf } from '../model/placeholders.ts';
import type { Variable, VariableType, VariableValue } from '../model/variable.ts';
import { isShared } from '../variables/values.ts';
import { isEventKey, readPath } from './event-path.ts';

/** The source of the value of a release field (script-api.md, From event to release). */
export type Mapping =
  /** a text with placeholders; a single placeholder keeps the type of its value */
  | { readonly type: 'StringValue'; readonly targetProperty: string; readonly value: string }
  | { readonly type: 'ListStringValue'; readonly targetProperty: string; readonly value: readonly string[] }
  /** a global or folder variable, or a path into the event; the value keeps its type */
  | { readonly type: 'VariableValue'; readonly targetProperty: string; readonly variableKey: string };

type Values = Readonly<Record<string, VariableValue>>;
type Mappings = readonly Mapping[];

const plainTargets = ['releaseTitle', 'tags', 'template', 'folder'] as const;
const variableTarget = /^variables\[([^[\]]{1,300})\]$/;
const maxMappings = 200;

/** Returns the key of the release variable that a mapping sets, or null. */
function variableKeyOf({ targetProperty }: Mapping): string | null {
  const [, rawKey] = variableTarget.exec(targetProperty) ?? [];
  return rawKey === undefined ? null : bareKey(rawKey.replace(/^(['"])(.*)\1$/, '$2'));
}

/** Returns the keys of the release variables that mappings set. */
export const mappedKeys = (mappings: Mappings): readonly string[] =>
  mappings.flatMap((mapping) => variableKeyOf(mapping) ?? []);

/** Returns the texts and lists that mappings assign to variables, by key, with their placeholders. */
export const literalVariables = (mappings: Mappings): readonly (readonly [string, VariableValue])[] =>
  mappings.flatMap((mapping): [string, VariableValue][] => {
    const key = variableKeyOf(mapping);
    return key === null || mapping.type === 'VariableValue' ? [] : [[key, mapping.value]];
  });

/** Returns the key of the variable that a mapping reads, or null. */
export const sourceKeyOf = (mapping: Mapping): string | null =>
  mapping.type === 'VariableValue' ? bareKey(mapping.variableKey) : null;

/** Throws Invalid for an unknown target, a target with two mappings, an invalid variable key or too many mappings. */
export function requireMappings(mappings: Mappings): void {
  if (mappings.length > maxMappings) throw new Invalid(message('trigger.tooManyMappings', { max: maxMappings }));
  const seen = new Set<string>();
  mappings.forEach((mapping, index) => {
    const { targetProperty } = mapping;
    const location = `mappedProperties.${index}`;
    const isKnown = plainTargets.some((target) => target === targetProperty) || variableKeyOf(mapping) !== null;
    if (!isKnown) {
      const targets = plainTargets.map(plainText);
      throw new Invalid(message('trigger.badTarget', { field: location, targets, target: targetProperty }));
    }
    if (seen.has(targetProperty))
      throw new Invalid(message('trigger.mappedTwice', { field: location, target: targetProperty }));
    seen.add(targetProperty);
    const key = sourceKeyOf(mapping);
    if (key === null || isShared(key)) return;
    if (!isEventKey(key)) throw new Invalid(message('trigger.badVariableKey', { field: location, key }));
    readPath(key, `${location}.variableKey`);
  });
}

/** Returns the template id that mappings set for all events, or null. */
export function fixedTemplate(mappings: Mappings): string | null {
  const mapping = mappings.find(({ targetProperty }) => targetProperty === 'template');
  return mapping?.type === 'StringValue' && keysIn(mapping.value).length === 0 ? mapping.value : null;
}

/** Whether each event can select its own template. */
export const mayChooseTemplate = (mappings: Mappings): boolean =>
  mappings.some(({ targetProperty }) => targetProperty === 'template') && fixedTemplate(mappings) === null;

/** The texts that select the folder of a trigger's releases, in addition to its template. */
interface TargetTexts {
  readonly releaseFolder: string | null;
  readonly mappings: Mappings;
}

/** Whether an event or polled value can select the template or the folder of the releases. */
export const mayChooseTarget = ({ releaseFolder, mappings }: TargetTexts): boolean =>
  (releaseFolder?.includes('${') ?? false) ||
  mappings.some(({ targetProperty }) => targetProperty === 'template' || targetProperty === 'folder');

/** Returns the mapped value of a text of the release, or undefined if it is not mapped. */
export function mappedText(mappings: Mappings, target: 'releaseTitle' | 'template' | 'folder', values: Values) {
  const mapping = mappings.find(({ targetProperty }) => targetProperty === target);
  return mapping === undefined ? undefined : textOf(mappedValue(mapping, values) ?? null);
}

/** Returns the mapped tags without empty ones, or undefined if they are not mapped. */
export function mappedTags(mappings: Mappings, values: Values): readonly string[] | undefined {
  const mapping = mappings.find(({ targetProperty }) => targetProperty === 'tags');
  if (mapping === undefined) return undefined;
  return toList(mappedValue(mapping, values) ?? null).filter((tag) => tag.trim() !== '');
}

/** Some senders, such as GitHub, send times in seconds. In milliseconds, ten digits would be a date in early 1970. */
const epochSeconds = /^[1-9]\d{9}$/;

/** Returns a date of an event in milliseconds. Numbers of ten digits are converted from seconds. */
const dateOfEvent = (value: VariableValue): VariableValue =>
  (typeof value === 'number' || typeof value === 'string') && epochSeconds.test(String(value).trim())
    ? Number(value) * 1_000
    : value;

/** Whether the value of a mapping is exactly one value of the event. */
function isOfEvent(mapping: Mapping): boolean {
  const key = mapping.type === 'StringValue' ? soleKey(mapping.value) : sourceKeyOf(mapping);
  return key !== null && isEventKey(key);
}

/**
 * Returns the mapped values of a template's variables, by key, converted to the type of each. Values that the event
 * does not contain are omitted, so that the template's value remains.
 */
export function mappedVariables(mappings: Mappings, variables: readonly Variable[], values: Values): Values {
  const entries = mappings.flatMap((mapping): [string, VariableValue][] => {
    const key = variableKeyOf(mapping);
    const value = key === null ? undefined : mappedValue(mapping, values);
    if (key === null || value === undefined) return [];
    const type = variables.find((variable) => variable.key === key)?.type;
    if (type === undefined) return [[key, value]];
    return [[key, type === 'DateVariable' && isOfEvent(mapping) ? dateOfEvent(value) : convertValue(type, value)]];
  });
  return Object.fromEntries(entries);
}

function mappedValue(mapping: Mapping, values: Values): VariableValue | undefined {
  switch (mapping.type) {
    case 'StringValue':
      return fillPlaceholder(mapping.value, values);
    case 'ListStringValue':
      return mapping.value.flatMap((text) => toList(fillPlaceholder(text, values) ?? ''));
    case 'VariableValue':
      return values[bareKey(mapping.variableKey)] ?? undefined;
  }
}

/** A single placeholder returns its value, or undefined if that value is null. Other texts are filled. */
function fillPlaceholder(text: string, values: Values): VariableValue | undefined {
  const key = soleKey(text);
  if (key === null || !Object.hasOwn(values, key)) return fill(text, values);
  return values[key] ?? undefined;
}

const toList = (value: VariableValue): readonly string[] => {
  if (value === null) return [];
  return Array.isArray(value) ? value : [textOf(value)];
};

/** Converts a value to the format of a variable type. */
export function convertValue(type: VariableType, value: VariableValue): VariableValue {
  switch (type) {
    case 'StringVariable':
    case 'PasswordStringVariable':
    case 'ReferenceVariable':
      return textOf(value);
    case 'ListStringVariable':
    case 'SetStringVariable':
      return toList(value);
    case 'MapStringStringVariable':
    case 'BooleanVariable':
    case 'IntegerVariable':
    case 'DateVariable':
      return value;
  }
}
