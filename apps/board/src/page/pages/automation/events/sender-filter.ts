import type { SenderEvent } from './senders.ts';

type Condition = SenderEvent['conditions'][number];
type FieldTexts = Readonly<Record<string, string>>;

const filterType = 'events.ExpressionEventFilter';

/** Returns the text of the filter that selects an event with these values. Empty values are not compared. */
export function filterText({ conditions, fields }: SenderEvent, texts: FieldTexts): string {
  const chosen = fields.flatMap(({ name, path, prefix = '' }): readonly Condition[] => {
    const text = texts[name] ?? '';
    return text === '' ? [] : [{ path, operator: 'EQUALS', valueType: 'STRING', value: `${prefix}${text}` }];
  });
  return JSON.stringify({ type: filterType, expressions: [...conditions, ...chosen] }, null, 2);
}

/** Returns the conditions in the text of a filter; null: it is another filter. */
function conditionsIn(text: string): readonly Readonly<Record<string, unknown>>[] | null {
  try {
    const filter: unknown = JSON.parse(text);
    if (typeof filter !== 'object' || filter === null || !('expressions' in filter)) return null;
    const { expressions } = filter;
    return Array.isArray(expressions)
      ? expressions.map((item): Readonly<Record<string, unknown>> => ({ ...(typeof item === 'object' ? item : {}) }))
      : null;
  } catch {
    return null;
  }
}

const isSame = (a: Readonly<Record<string, unknown>>, b: Condition): boolean =>
  a.path === b.path && a.operator === b.operator && String(a.value ?? '') === b.value;

/** An event of a sender, and the values of its fields. */
interface SelectedEvent {
  readonly event: SenderEvent;
  readonly texts: FieldTexts;
}

/** Returns the event that the text of a filter selects, with the values that it compares; null: another filter. */
export function selectedEvent(events: readonly SenderEvent[], text: string): SelectedEvent | null {
  const conditions = conditionsIn(text);
  if (conditions === null) return null;
  const event = events
    .filter((item) => item.conditions.every((expected) => conditions.some((found) => isSame(found, expected))))
    .toSorted((a, b) => b.conditions.length - a.conditions.length)[0];
  if (event === undefined) return null;
  const entries = event.fields.flatMap(({ name, path, prefix = '' }): readonly (readonly [string, string])[] => {
    const found = conditions.find((item) => item.path === path && item.operator === 'EQUALS');
    const isOfEvent = found !== undefined && event.conditions.some((expected) => isSame(found, expected));
    const value = found === undefined || isOfEvent ? '' : String(found.value ?? '');
    return value === '' ? [] : [[name, value.startsWith(prefix) ? value.slice(prefix.length) : value]];
  });
  return { event, texts: Object.fromEntries(entries) };
}
