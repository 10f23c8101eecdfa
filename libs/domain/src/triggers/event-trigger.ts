import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import type { Json } from '../model/json.ts';
import { keysIn } from '../model/placeholders.ts';
import { passwordMask, type Variable, type VariableValue } from '../model/variable.ts';
import { isShared } from '../variables/values.ts';
import { type EventFilter, requireFilter } from './event-filter.ts';
import { type EventView, isEventKey, readPath, valueAt } from './event-path.ts';
import { type Mapping, requireMappings, sourceKeyOf } from './mappings.ts';

/** The event type of webhook endpoints: unmodified requests. */
export const httpRequestEvent = 'events.HttpRequestEvent';

/** The source of an event trigger, its filter and its mappings (script-api.md, From event to release). */
export interface EventSubscription {
  /**
   * the id of a webhook endpoint or an event source; null: there is none or it was deleted, so that no event arrives
   */
  readonly eventSource: string | null;
  /** the event type of the source when the trigger was saved */
  readonly eventType: string;
  /** null: it fires for every event */
  readonly eventFilter: EventFilter | null;
  /** override the fields of the trigger */
  readonly mappedProperties: readonly Mapping[];
}

/** The fields of all triggers that can contain placeholders. */
export interface TriggerTexts {
  readonly title: string;
  readonly releaseTitle: string | null;
  readonly releaseFolder: string | null;
  readonly tags: readonly string[];
  readonly variables: readonly Variable[];
}

/** Returns each text that can contain placeholders, with its location. */
const placeholderTexts = (
  trigger: TriggerTexts & EventSubscription,
): readonly (readonly [where: string, text: Json])[] => [
  ['releaseTitle', trigger.releaseTitle ?? trigger.title],
  ['releaseFolder', trigger.releaseFolder],
  ['tags', trigger.tags],
  ...trigger.variables
    .filter(({ type }) => type !== 'PasswordStringVariable')
    .map(({ key, value }): [string, Json] => [`variables.${key}`, value]),
  ...trigger.mappedProperties.map((mapping, index): [string, Json] => [
    `mappedProperties.${index}.value`,
    mapping.type === 'VariableValue' ? null : mapping.value,
  ]),
];

/** Throws Invalid for a filter, mapping or path that is invalid for all events. */
export function validateSubscription(trigger: TriggerTexts & EventSubscription): void {
  requireFilter(trigger.eventFilter);
  requireMappings(trigger.mappedProperties);
  for (const [location, text] of placeholderTexts(trigger)) {
    for (const key of keysIn(text)) if (isEventKey(key)) readPath(key, location);
  }
}

/** Returns the keys of the global and folder variables that a trigger reads, without duplicates. */
export function sharedKeys(trigger: TriggerTexts & EventSubscription): readonly string[] {
  const { eventFilter, mappedProperties } = trigger;
  const expressions = eventFilter?.type === 'events.ExpressionEventFilter' ? eventFilter.expressions : [];
  const keys = [
    ...placeholderTexts(trigger).flatMap(([, text]) => keysIn(text)),
    ...expressions.flatMap(({ value }) => keysIn(value)),
    ...mappedProperties.flatMap((mapping) => sourceKeyOf(mapping) ?? []),
  ];
  return [...new Set(keys.filter(isShared))];
}

/**
 * Returns the values for the placeholders of a trigger: paths into the event (null: no value) and the `shared`
 * variables. Passwords are masked. Throws Invalid for a value that is too long.
 */
export function eventValues(
  trigger: TriggerTexts & EventSubscription,
  view: EventView,
  shared: ReadonlyMap<string, Variable>,
): Readonly<Record<string, VariableValue>> {
  const mapped = trigger.mappedProperties.flatMap((mapping) => sourceKeyOf(mapping) ?? []);
  const paths = [...placeholderTexts(trigger).flatMap(([, text]) => keysIn(text)), ...mapped].filter(isEventKey);
  const eventEntries = [...new Set(paths)].map((key): [string, VariableValue] => [
    key,
    toVariableValue(key, valueAt(readPath(key, key), view)),
  ]);
  const variables = [...shared.values()].map(({ key, type, value }): [string, VariableValue] => [
    key,
    type === 'PasswordStringVariable' ? passwordMask : value,
  ]);
  return Object.fromEntries([...variables, ...eventEntries]);
}

/** The maximum length of a title, a tag or a variable, in characters. */
const maxTextLength = 100_000;

/**
 * Converts a part of an event to a variable value. Lists and objects contain texts; deeper values become JSON. Throws
 * Invalid.
 */
function toVariableValue(key: string, value: Json | undefined): VariableValue {
  if (value === undefined || value === null) return null;
  const converted = partValue(value);
  const size = typeof converted === 'object' ? JSON.stringify(converted).length : String(converted).length;
  if (size > maxTextLength) throw new Invalid(message('trigger.textTooLong', { key, max: maxTextLength }));
  return converted;
}

function partValue(value: NonNullable<Json>): NonNullable<VariableValue> {
  // Variables cannot contain a bigint; its text has the same digits.
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return value;
  return Array.isArray(value) ? value.map(asText) : asTexts(value);
}

const asText = (value: Json): string => {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const asTexts = (value: object): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asText(member)]));
