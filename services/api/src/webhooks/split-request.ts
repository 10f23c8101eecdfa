import { Invalid } from '@slipway/domain/model';
import { eventsIn, type RequestEvent } from '@slipway/domain/senders';
import type { Endpoint } from './endpoint.ts';
import type { ParsedRequest } from './parse-request.ts';

/** One event of a request. */
export interface ReceivedPart extends Pick<RequestEvent, 'deliveryKey' | 'isPing'> {
  /** The request with only this event in its body. */
  readonly parsed: ParsedRequest;
  /** Whether the request has no other event. */
  readonly isOnlyEvent: boolean;
}

const withoutSender = { deliveryKey: null, isPing: false, isOnlyEvent: true } as const;

/**
 * Returns the events of a request. An endpoint with a sender reads the envelopes and batches of that system. A request
 * that cannot be read is one event with the reason as its payload.
 */
export function splitRequest(
  { sender }: Endpoint,
  parsed: ParsedRequest,
): readonly [ReceivedPart, ...(readonly ReceivedPart[])] {
  const { payload, byName: headers } = parsed;
  const whole = { ...withoutSender, parsed };
  if (sender === null || payload instanceof Invalid) return [whole];
  try {
    const events = eventsIn(sender, { headers, payload });
    const [first = whole, ...others] = events.map((event) => ({
      ...{ deliveryKey: event.deliveryKey, isPing: event.isPing, isOnlyEvent: events.length === 1 },
      parsed:
        event.payload === payload ? parsed : { ...parsed, payload: event.payload, text: JSON.stringify(event.payload) },
    }));
    return [first, ...others];
  } catch (error) {
    if (error instanceof Invalid) return [{ ...whole, parsed: { ...parsed, payload: error } }];
    throw error;
  }
}
