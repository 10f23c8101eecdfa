import { createMask, type HttpRedirect, type HttpResponse, secretForms } from '@slipway/script-protocol';
import { refused } from '../policy/refusal.ts';

/** A secret text. */
export interface Secret {
  readonly value: string;
  /** the hosts that it may be sent to, as their configuration names them: with their ports, where these are not the usual ones; null: it belongs to no host */
  readonly hosts: readonly string[] | null;
}

/** Shorter ones stand in requests that have nothing to do with them. */
const minBoundLength = 8;

/** Masks the secrets that an answer repeats. */
export interface Masks {
  readonly text: (text: string) => string;
  /** in what is to become a text, byte by byte: its server may name a charset that it is not written in */
  readonly textBytes: (bytes: Buffer) => Buffer;
  /** in any other bytes, among which those of a short secret stand by chance */
  readonly bytes: (bytes: Buffer) => Buffer;
}

/** In Latin-1 each byte is one character, and stays what it is. */
const maskBytes = (mask: Masks['text']) => (bytes: Buffer) => {
  const text = bytes.toString('latin1');
  const maskedText = mask(text);
  return maskedText === text ? bytes : Buffer.from(maskedText, 'latin1');
};

export function createMasks(secrets: readonly string[]): Masks {
  const text = createMask(secrets);
  const longSecrets = secrets.filter(({ length }) => length >= minBoundLength);
  return { text, textBytes: maskBytes(text), bytes: maskBytes(createMask(longSecrets)) };
}

/**
 * The credentials in a header, if they are a secret: as a whole, because a mask for the encoded password leaves some
 * bits of its first and last letter.
 */
export function credentialsIn(authorization: string, { text }: Masks, isOwn: boolean): readonly string[] {
  const credentials = authorization.slice(authorization.indexOf(' ') + 1);
  return isOwn || text(credentials) !== credentials ? [credentials] : [];
}

/** An answer in which nothing but its body may still repeat a secret. */
export const maskResponse = (response: HttpResponse, masks: Masks): HttpResponse => ({
  ...response,
  ...maskHead(response, masks),
  ...(response.history && { history: response.history.map((redirect) => maskHead(redirect, masks)) }),
});

const maskHead = ({ status, reason, url, headers }: HttpRedirect, { text }: Masks): HttpRedirect => ({
  status,
  reason: text(reason),
  url: text(url),
  headers: headers.map(([name, value]) => [text(name), text(value)]),
});

/** Throws a `Refusal` where a request to a host has a secret in it that is bound to another host. */
export function requireOwnHost(host: string, sentTexts: readonly string[], secrets: readonly Secret[]): void {
  const foreignSecrets = secrets.filter(
    ({ value, hosts }) => hosts !== null && value.length >= minBoundLength && !hosts.includes(host),
  );
  const forms = new Set(foreignSecrets.flatMap(({ value }) => secretForms(value)));
  if (sentTexts.some((text) => [...forms].some((form) => text.includes(form)))) {
    throw refused(`the request to ${host} holds a secret of a configuration whose url names another host`);
  }
}
