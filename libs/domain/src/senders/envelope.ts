import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import type { Json } from '../model/json.ts';

/** The maximum number of events in one request. */
const maxEvents = 100;

/** The error of an envelope that is not a list of events, or has too many of them. */
export const badEnvelope = (field: string): Invalid =>
  new Invalid(message('eventBody.badEnvelope', { field, max: maxEvents }));

/** Returns the list of events in an envelope. Throws Invalid. */
export function requireEvents(field: string, value: Json | undefined): readonly Json[] {
  if (Array.isArray(value) && value.length <= maxEvents) return value;
  throw badEnvelope(field);
}
