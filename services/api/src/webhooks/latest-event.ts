import { message } from '@slipway/domain/messages';
import { Invalid, NotFound, parseJson } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { type Sender, senderWithId } from '@slipway/domain/senders';
import type { Event } from '@slipway/domain/triggers';
import type { Person } from '@slipway/engine';
import { listReceivedEvents, type ReceivedEventView } from '@slipway/persistence/webhooks';
import type { Deps } from '../dependencies/deps.ts';
import { endpointNamed, findReplayable } from './find-received-event.ts';

/** Returns the event of a stored request. Throws Invalid if its body is not JSON. */
export function toEvent({ body, headers, parameters }: ReceivedEventView): Event {
  try {
    return { payload: body.trim() === '' ? null : parseJson(body), headers, parameters };
  } catch {
    throw new Invalid(message('webhook.storedBodyCut'));
  }
}

interface DeliveryReference {
  readonly endpointId: string;
  /** Undefined: the newest delivery. */
  readonly deliveryId: string | undefined;
}

/** A stored event with its sender; undefined: an unknown system. */
interface StoredEvent {
  readonly event: Event;
  readonly sender: Sender | undefined;
  readonly deliveryId: string;
}

/**
 * Returns a delivery of an endpoint, with masked secrets. Throws NotFound, Forbidden, and Conflict if only the beginning
 * of its body is stored.
 */
export async function latestEvent(
  deps: Deps,
  caller: Person,
  { endpointId, deliveryId }: DeliveryReference,
): Promise<StoredEvent> {
  const endpoint = await endpointNamed(deps, caller, endpointId, neededToRead.receivedEvent);
  const newest = { limit: 1, offset: 0, bodyCharacters: 0 };
  const id = deliveryId ?? (await listReceivedEvents(deps.database, endpoint.id, newest))[0]?.id;
  if (id === undefined) throw new NotFound(message('notFound.delivery', { id: endpointId }));
  const received = await findReplayable(deps, endpoint, id);
  const sender = senderWithId(String(endpoint.properties.sender));
  return { event: toEvent(received), sender, deliveryId: received.id };
}
