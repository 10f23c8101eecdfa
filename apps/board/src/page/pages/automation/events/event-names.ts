import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import type { SenderEvent } from './senders.ts';

/** The headers in which known senders name the event, in lower case. */
const nameHeaders: ReadonlySet<string> = new Set([
  ...['x-github-event', 'x-gitlab-event', 'x-event-key', 'x-gitea-event', 'x-event-type', 'ce-type'],
]);

/** The members of a payload in which senders name the event. Jira sends `webhookEvent`. */
const nameMembers = ['webhookEvent', 'eventType', 'event_type', 'eventName', 'event_name'] as const;

/** Returns the name of an event in its payload; undefined if it has none. A long payload is cut and cannot be parsed. */
function nameInPayload(body: string): string | undefined {
  try {
    const payload: unknown = JSON.parse(body);
    if (typeof payload !== 'object' || payload === null) return undefined;
    const members = new Map<string, unknown>(Object.entries(payload));
    return nameMembers.map((name) => members.get(name)).find((name) => typeof name === 'string');
  } catch {
    return undefined;
  }
}

/** Returns the name that the sender gives the event of a delivery; undefined if it is unknown. */
export const eventNameOf = ({ headers, body }: Pick<ReceivedEventResponse, 'headers' | 'body'>): string | undefined =>
  Object.entries(headers).find(([name]) => nameHeaders.has(name.toLowerCase()))?.[1] ?? nameInPayload(body);

/** Returns the name of the header to which a path leads, in lower case; null for another path. */
function headerIn(path: string): string | null {
  const [, plain, quoted] = /^headers\.?(?:([^.[\]]+)|\[['"]([^'"]+)['"]\])$/.exec(path.trim()) ?? [];
  return (plain ?? quoted)?.toLowerCase() ?? null;
}

/** Whether a path leads to a header of a request. */
export const isHeaderPath = (path: string): boolean => headerIn(path) !== null;

/** Returns the values to offer for a path: those of the deliveries first, then those of known events. */
export function valuesForPath(
  path: string,
  deliveries: readonly Pick<ReceivedEventResponse, 'headers'>[],
  events: readonly SenderEvent[],
): readonly string[] {
  const header = headerIn(path);
  const received = deliveries.flatMap(({ headers }) =>
    Object.entries(headers).flatMap(([name, value]) => (name.toLowerCase() === header ? [value] : [])),
  );
  const known = events.flatMap(({ conditions }) =>
    conditions.flatMap((expression) =>
      expression.operator !== 'NOT_EQUALS' &&
      (expression.path === path.trim() || (header !== null && headerIn(expression.path) === header))
        ? [expression.value]
        : [],
    ),
  );
  return [...new Set([...received, ...known])];
}
