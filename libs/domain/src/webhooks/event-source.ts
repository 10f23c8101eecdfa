import { type FindType, isKindOf, type Properties } from '../configurations/properties.ts';
import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject } from '../model/json.ts';
import { httpRequestEvent } from '../triggers/event-trigger.ts';
import { endpointType } from './endpoint.ts';

/** Whether what is of a type makes events of what an endpoint was sent (script-api.md, From event to release). */
export const isEventSourceType = (find: FindType, type: string): boolean =>
  isKindOf(find, type, 'events.EventSource') && !isKindOf(find, type, endpointType);

/** The properties of an event source with its endpoint by id alone, which clients may send as an object too. */
export function withEndpointId(properties: Properties): Properties {
  const { eventSource } = properties;
  return isObject(eventSource) && typeof eventSource.id === 'string'
    ? { ...properties, eventSource: eventSource.id }
    : properties;
}

/** The endpoint that an event source names, as it was written. Throws Invalid for one to which no event could ever come. */
export function endpointIdIn({ eventSource, inputEventType }: Properties): string {
  if (inputEventType !== httpRequestEvent)
    throw new Invalid(message('webhook.inputEventType', { type: httpRequestEvent }));
  if (typeof eventSource === 'string') return eventSource;
  throw new Invalid(message('webhook.endpointExpected'));
}
