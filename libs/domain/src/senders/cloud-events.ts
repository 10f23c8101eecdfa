import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import { requireEvents } from './envelope.ts';

/** The attributes that each CloudEvent has (CloudEvents 1.0, Required attributes). */
const requiredAttributes = ['id', 'source', 'type'] as const;
const attributePrefix = 'ce-';

/**
 * Returns the CloudEvents of a request as JSON objects with their attributes and `data`. The content type selects the
 * mode: batched, structured, otherwise binary (HTTP Protocol Binding 1.0.2, section 3). Throws Invalid.
 */
export function readCloudEvents(headers: ReadonlyMap<string, string>, payload: Json): readonly Json[] {
  const contentType = (headers.get('content-type') ?? '').toLowerCase();
  if (contentType.startsWith('application/cloudevents-batch')) {
    return requireEvents('batch', payload).map(requireCloudEvent);
  }
  if (contentType.startsWith('application/cloudevents')) return [requireCloudEvent(payload)];
  return [requireCloudEvent(binaryEvent(headers, payload))];
}

function binaryEvent(headers: ReadonlyMap<string, string>, data: Json): Json {
  const attributes = [...headers]
    .filter(([name]) => name.startsWith(attributePrefix))
    .map(([name, value]): [string, string] => [name.slice(attributePrefix.length), decodeAttribute(name, value)]);
  const contentType = headers.get('content-type');
  return {
    ...Object.fromEntries(attributes),
    ...(contentType !== undefined && { datacontenttype: contentType }),
    ...(data !== null && { data }),
  };
}

/** Decodes the value of a header: first the quoting, then the percent-encoding once (section 3.1.3.2). */
function decodeAttribute(name: string, value: string): string {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/.exec(value.trim()) ?? [];
  try {
    return decodeURIComponent(quoted === undefined ? value.trim() : quoted.replaceAll(/\\(.)/g, '$1'));
  } catch {
    throw new Invalid(message('eventBody.badCloudEvent', { name }));
  }
}

function requireCloudEvent(event: Json): Json {
  const attributes = isObject(event) ? event : {};
  if (attributes.specversion !== '1.0') throw new Invalid(message('eventBody.badCloudEvent', { name: 'specversion' }));
  const missing = requiredAttributes.find((name) => typeof attributes[name] !== 'string' || attributes[name] === '');
  if (missing !== undefined) throw new Invalid(message('eventBody.badCloudEvent', { name: missing }));
  return event;
}
