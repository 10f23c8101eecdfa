import { isObject, type Json } from '../model/json.ts';
import { failedExpression } from '../triggers/event-filter.ts';
import { viewOf } from '../triggers/event-path.ts';
import { readCloudEvents } from './cloud-events.ts';
import { deliveryKeyOf } from './delivery-key.ts';
import { badEnvelope, requireEvents } from './envelope.ts';
import type { Sender } from './sender.ts';
import { splitChanges } from './split-changes.ts';

/** A request of a sender. */
export interface SenderRequest {
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly payload: Json;
}

/** One event of a request. */
export interface RequestEvent {
  readonly payload: Json;
  /** Identifies the event among those of its endpoint; null: repeated requests are not recognized. */
  readonly deliveryKey: string | null;
  /** Whether it is a connection test or an empty batch, which starts no release. */
  readonly isPing: boolean;
}

/**
 * Returns the events of an authenticated request: the elements of an envelope or a batch, each change of a push,
 * otherwise the request itself. CloudEvents have the same form in each mode. Throws Invalid for an envelope that is
 * malformed or too large.
 */
export function eventsIn(sender: Sender, request: SenderRequest): readonly RequestEvent[] {
  const payloads = payloadsIn(sender, request);
  if (payloads.length === 0) return [{ payload: request.payload, deliveryKey: null, isPing: true }];
  return payloads.flatMap((payload) => {
    const key = deliveryKeyOf(sender.id, request.headers, payload);
    const changes = splitChanges(sender.id, payload);
    return changes.map((change, index) => ({
      payload: change,
      deliveryKey: key === null || changes.length === 1 ? key : JSON.stringify([key, index]),
      isPing: isPing(sender, { ...request, payload: change }),
    }));
  });
}

function payloadsIn({ id }: Sender, { headers, payload }: SenderRequest): readonly Json[] {
  if (id === 'cloudevents') return readCloudEvents(headers, payload);
  if (id !== 'oci-registry' || !isObject(payload) || payload.events === undefined) return [payload];
  const events = requireEvents('events', payload.events);
  if (events.every(isObject)) return events;
  throw badEnvelope('events');
}

function isPing({ pings }: Sender, { headers, payload }: SenderRequest): boolean {
  if (pings.length === 0) return false;
  const view = viewOf({ payload, headers: Object.fromEntries(headers), parameters: {} });
  return pings.some((ping) => failedExpression([ping], view, {}) === null);
}
