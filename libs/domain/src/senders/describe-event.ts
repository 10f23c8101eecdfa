import type { Json } from '../model/json.ts';
import { failedExpression } from '../triggers/event-filter.ts';
import { type Event, readPath, valuesAt, viewOf } from '../triggers/event-path.ts';
import type { EventField, EventFieldName, Sender, SenderEvent } from './sender.ts';

/** A received event in the terms of its sender. */
interface EventDescription {
  /** The first event of the catalog whose conditions are true; null: another event. */
  readonly event: SenderEvent | null;
  /** The values of its fields, without their prefixes. */
  readonly values: Readonly<Partial<Record<EventFieldName, readonly string[]>>>;
}

/** The maximum number of values of a field. */
const maxValues = 10;

/** Returns which event of its sender a received event is, with the values on which users filter. */
export function describeEvent({ events }: Sender, received: Event): EventDescription {
  const view = viewOf(received);
  const event = events.find(({ conditions }) => failedExpression(conditions, view, {}) === null) ?? null;
  const entries = (event?.fields ?? []).map((field) => {
    const values = valuesAt(readPath(field.path, field.path), view);
    return [field.name, values.flatMap((value) => textOf(field, value)).slice(0, maxValues)] as const;
  });
  return { event, values: Object.fromEntries(entries.filter(([, values]) => values.length > 0)) };
}

function textOf({ prefix = '' }: EventField, value: Json): readonly string[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)];
  if (typeof value !== 'string' || value === '') return [];
  return [value.startsWith(prefix) ? value.slice(prefix.length) : value];
}
