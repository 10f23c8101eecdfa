import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import type { Json } from '../model/json.ts';
import { keysIn } from '../model/placeholders.ts';
import { passwordMask, type Variable, type VariableValue } from '../model/variable.ts';
import { isShared } from '../variables/values.ts';
import { type EventFilter, requireFilter } from './event-filter.ts';
import { type EventView, isEventKey, readPath, valueAt } from './event-path.ts';
import { type Mapping, requireMappings, sourceKeyOf } from './mappings.ts';

/** The type of the events of webhook endpoints: requests, as they came. */
export const httpRequestEvent = 'events.HttpRequestEvent';

/** What an event trigger listens to, and what it takes of an event (script-api.md, From event to release). */
export interface EventSubscription {
  /** a webhook endpoint or an event source; null where there is none (any more): then no event reaches it */
  readonly eventSource: string | null;
  /** the type of the events that its source put out when the trigger was saved */
  readonly eventType: string;
  /** null: it fires for every event */
  readonly eventFilter: EventFilter | null;
  /** they take the place of the trigger's own fields */
  readonly mappedProperties: readonly Mapping[];
}

/** The fields of every trigger that may hold placeholders. */
export interface TriggerTexts {
  readonly title: string;
  readonly releaseTitle: string | null;
  readonly releaseFolder: string | null;
  readonly tags: readonly string[];
  readonly variables: readonly Variable[];
}

/** Each text that may contain placeholders, with its position. */
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

/** Throws Invalid for what no event could ever match or fill. */
export function validateSubscription(trigger: TriggerTexts & EventSubscription): void {
  requireFilter(trigger.eventFilter);
  requireMappings(trigger.mappedProperties);
  for (const [location, text] of placeholderTexts(trigger)) {
    for (const key of keysIn(text)) if (isEventKey(key)) readPath(key, location);
  }
}

/** The keys of global and folder variables that a trigger reads, each once. */
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
 * What the texts of a trigger may mention: paths into the event (null where there is nothing), and the variables
 * among `shared`; passwords are masks. Throws Invalid for a value that no release should hold.
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

/** In characters: the maximum length of a title, a tag or a variable. */
const maxTextLength = 100_000;

/** A part of an event as a value: lists and objects hold texts, what is deeper is JSON. Throws Invalid. */
function toVariableValue(key: string, value: Json | undefined): VariableValue {
  if (value === undefined || value === null) return null;
  const converted = partValue(value);
  const size = typeof converted === 'object' ? JSON.stringify(converted).length : String(converted).length;
  if (size > maxTextLength) throw new Invalid(message('trigger.textTooLong', { key, max: maxTextLength }));
  return converted;
}

function partValue(value: NonNullable<Json>): NonNullable<VariableValue> {
  // values of variables hold no bigint: the digits are the same
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
