import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/**
 * Whether a client accepts an encoding: its `Accept-Encoding` lists the encoding, and does not prefer a response without one
 * (RFC 9110, section 12.5.3).
 */
export function acceptsEncoding(message: IncomingMessage, encoding: string): boolean {
  const accepted = accepts(message)
    .encodings()
    .map((name) => name.toLowerCase());
  const [encoded, plain] = [accepted.indexOf(encoding), accepted.indexOf('identity')];
  return encoded >= 0 && (plain < 0 || encoded < plain);
}

/** Whether a client refuses a response without an encoding. */
export const refusesPlain = (message: IncomingMessage): boolean => accepts(message).encodings(['identity']) === false;

/** Whether the `Accept` of a client lists a media type. A wildcard does not list it. */
export function listsType(message: IncomingMessage, type: string): boolean {
  const listed = accepts(message).types();
  return Array.isArray(listed) && listed.some((listedType) => listedType.toLowerCase() === type);
}

/** Whether a browser shows the response as a page. */
export const isPageRequest = (message: IncomingMessage): boolean => listsType(message, 'text/html');

/** Returns a language tag in its canonical case, such as `zh-Hant`, or nothing for a malformed tag or `*`. */
function canonicalTag(tag: string): readonly string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}

/** The languages that a client accepts, the preferred one first. A language with `q=0` is not accepted. */
export const preferredLanguages = (message: IncomingMessage): readonly string[] =>
  accepts(message).languages().flatMap(canonicalTag);
