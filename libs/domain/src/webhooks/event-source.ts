import { type FindType, isKindOf, type Properties } from '../configurations/properties.ts';
import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject } from '../model/json.ts';
import { httpRequestEvent } from '../triggers/event-trigger.ts';
import { endpointType } from './endpoint.ts';

/** Whether a type converts requests of an endpoint to events (script-api.md, From event to release). */
export const isEventSourceType = (find: FindType, type: string): boolean =>
  isKindOf(find, type, 'events.EventSource') && !isKindOf(find, type, endpointType);

/** Returns the properties of an event source with its endpoint as an id. Clients may also send an object. */
export function withEndpointId(properties: Properties): Properties {
  const { eventSource } = properties;
  return isObject(eventSource) && typeof eventSource.id === 'string'
    ? { ...properties, eventSource: eventSource.id }
    : properties;
}

/** Returns the raw endpoint id of an event source. Throws Invalid for an event source that cannot receive events. */
export function endpointIdIn({ eventSource, inputEventType }: Properties): string {
  if (inputEventType !== httpRequestEvent)
    throw new Invalid(message('webhook.inputEventType', { type: httpRequestEvent }));
  if (typeof eventSource === 'string') return eventSource;
  throw new Invalid(message('webhook.endpointExpected'));
}
