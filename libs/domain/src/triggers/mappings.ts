import { message, plainText } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { bareKey, fill, keysIn, soleKey, textOf } from '../model/placeholders.ts';
import type { Variable, VariableType, VariableValue } from '../model/variable.ts';
import { isShared } from '../variables/values.ts';
import { isEventKey, readPath } from './event-path.ts';

/** Where the value of a release's field comes from (script-api.md, From event to release). */
export type Mapping =
  /** a text with placeholders; one placeholder alone hands its value over as it is */
  | { readonly type: 'StringValue'; readonly targetProperty: string; readonly value: string }
  | { readonly type: 'ListStringValue'; readonly targetProperty: string; readonly value: readonly string[] }
  /** a global or folder variable, or a path into the event, with its value as it is */
  | { readonly type: 'VariableValue'; readonly targetProperty: string; readonly variableKey: string };

type Values = Readonly<Record<string, VariableValue>>;
type Mappings = readonly Mapping[];

const plainTargets = ['releaseTitle', 'tags', 'template', 'folder'] as const;
const variableTarget = /^variables\[([^[\]]{1,300})\]$/;
const maxMappings = 200;

/** The key of the release's variable that a mapping is for, or null. */
function variableKeyOf({ targetProperty }: Mapping): string | null {
  const [, rawKey] = variableTarget.exec(targetProperty) ?? [];
  return rawKey === undefined ? null : bareKey(rawKey.replace(/^(['"])(.*)\1$/, '$2'));
}

/** The keys of the release's variables that mappings are for. */
export const mappedKeys = (mappings: Mappings): readonly string[] =>
  mappings.flatMap((mapping) => variableKeyOf(mapping) ?? []);

/** The texts and lists that mappings give to variables, by key, with their placeholders. */
export const literalVariables = (mappings: Mappings): readonly (readonly [string, VariableValue])[] =>
  mappings.flatMap((mapping): [string, VariableValue][] => {
    const key = variableKeyOf(mapping);
    return key === null || mapping.type === 'VariableValue' ? [] : [[key, mapping.value]];
  });

/** The key of the variable that a mapping reads, or null. */
export const sourceKeyOf = (mapping: Mapping): string | null =>
  mapping.type === 'VariableValue' ? bareKey(mapping.variableKey) : null;

/** Throws Invalid for a target that there is not, or that two mappings have. */
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

/** The template that is the same for every event, which is the trigger's own then; null where there is none. */
export function fixedTemplate(mappings: Mappings): string | null {
  const mapping = mappings.find(({ targetProperty }) => targetProperty === 'template');
  return mapping?.type === 'StringValue' && keysIn(mapping.value).length === 0 ? mapping.value : null;
}

/** Whether each event may name a template of its own. */
export const mayChooseTemplate = (mappings: Mappings): boolean =>
  mappings.some(({ targetProperty }) => targetProperty === 'template') && fixedTemplate(mappings) === null;

/** The texts that choose the folder of a trigger's releases, beside its own template. */
interface TargetTexts {
  readonly releaseFolder: string | null;
  readonly mappings: Mappings;
}

/** Whether what makes a trigger fire may choose from which template its releases come, or into which folder they go. */
export const mayChooseTarget = ({ releaseFolder, mappings }: TargetTexts): boolean =>
  (releaseFolder?.includes('${') ?? false) ||
  mappings.some(({ targetProperty }) => targetProperty === 'template' || targetProperty === 'folder');

/** The mapped value of one of the texts of a release, or undefined if it is not mapped. */
export function mappedText(mappings: Mappings, target: 'releaseTitle' | 'template' | 'folder', values: Values) {
  const mapping = mappings.find(({ targetProperty }) => targetProperty === target);
  return mapping === undefined ? undefined : textOf(mappedValue(mapping, values) ?? null);
}

/** The mapped tags, without empty ones, or undefined if they are not mapped. */
export function mappedTags(mappings: Mappings, values: Values): readonly string[] | undefined {
  const mapping = mappings.find(({ targetProperty }) => targetProperty === 'tags');
  if (mapping === undefined) return undefined;
  return toList(mappedValue(mapping, values) ?? null).filter((tag) => tag.trim() !== '');
}

/** Senders such as GitHub write instants in seconds. As milliseconds, ten digits are a day of early 1970. */
const epochSeconds = /^[1-9]\d{9}$/;

/** A date of an event, where seconds since 1970 are milliseconds. */
const dateOfEvent = (value: VariableValue): VariableValue =>
  (typeof value === 'number' || typeof value === 'string') && epochSeconds.test(String(value).trim())
    ? Number(value) * 1_000
    : value;

/** Whether the whole value of a mapping is a value of the event. */
function isOfEvent(mapping: Mapping): boolean {
  const key = mapping.type === 'StringValue' ? soleKey(mapping.value) : sourceKeyOf(mapping);
  return key !== null && isEventKey(key);
}

/**
 * The mapped values of the variables of a template, by key, converted to the type of each. Values that the event lacks
 * are left out, so that the template's own value stays.
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

/** One placeholder alone is its value; undefined where that is known to be nothing. */
function fillPlaceholder(text: string, values: Values): VariableValue | undefined {
  const key = soleKey(text);
  if (key === null || !Object.hasOwn(values, key)) return fill(text, values);
  return values[key] ?? undefined;
}

const toList = (value: VariableValue): readonly string[] => {
  if (value === null) return [];
  return Array.isArray(value) ? value : [textOf(value)];
};

/** A value in the shape that a variable of the type takes. */
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
