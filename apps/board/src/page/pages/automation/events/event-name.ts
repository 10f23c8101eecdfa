import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';

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
