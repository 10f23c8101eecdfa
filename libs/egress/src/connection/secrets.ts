import { formsOfSecret, type HttpAnswer, type HttpRedirect, masking } from '@slipway/scripts';
import { refused } from '../policy/refusal.ts';

/** A secret text. */
export interface Secret {
  readonly value: string;
  /** the hosts that it may be sent to, as their configuration names them: with their ports, where these are not the usual ones; null: it belongs to no host */
  readonly hosts: readonly string[] | null;
}

/** Shorter ones stand in requests that have nothing to do with them. */
const shortestBound = 8;

/** Masks the secrets that an answer repeats. */
export interface Masks {
  readonly text: (text: string) => string;
  /** in what is to become a text, byte by byte: its server may name a charset that it is not written in */
  readonly textBytes: (bytes: Buffer) => Buffer;
  /** in any other bytes, among which those of a short secret stand by chance */
  readonly bytes: (bytes: Buffer) => Buffer;
}

/** In Latin-1 each byte is one character, and stays what it is. */
const inBytes = (masked: Masks['text']) => (bytes: Buffer) => {
  const text = bytes.toString('latin1');
  const clean = masked(text);
  return clean === text ? bytes : Buffer.from(clean, 'latin1');
};

export function masksOf(secrets: readonly string[]): Masks {
  const text = masking(secrets);
  const long = secrets.filter(({ length }) => length >= shortestBound);
  return { text, textBytes: inBytes(text), bytes: inBytes(masking(long)) };
}

/**
 * The credentials in a header, if they are a secret: as a whole, because a mask for the encoded password leaves some
 * bits of its first and last letter.
 */
export function credentialsIn(authorization: string, { text }: Masks, isOurs: boolean): readonly string[] {
  const credentials = authorization.slice(authorization.indexOf(' ') + 1);
  return isOurs || text(credentials) !== credentials ? [credentials] : [];
}

/** An answer in which nothing but its body may still repeat a secret. */
export const maskedAnswer = (answer: HttpAnswer, masks: Masks): HttpAnswer => ({
  ...answer,
  ...maskedHead(answer, masks),
  ...(answer.history && { history: answer.history.map((each) => maskedHead(each, masks)) }),
});

const maskedHead = ({ status, reason, url, headers }: HttpRedirect, { text }: Masks): HttpRedirect => ({
  status,
  reason: text(reason),
  url: text(url),
  headers: headers.map(([name, value]) => [text(name), text(value)]),
});

/** Throws a `Refusal` where a request to a host has a secret in it that is bound to another host. */
export function keepToHosts(host: string, sent: readonly string[], secrets: readonly Secret[]): void {
  const foreign = secrets.filter(
    ({ value, hosts }) => hosts !== null && value.length >= shortestBound && !hosts.includes(host),
  );
  const forms = new Set(foreign.flatMap(({ value }) => formsOfSecret(value)));
  if (sent.some((text) => [...forms].some((form) => text.includes(form)))) {
    throw refused(`the request to ${host} holds a secret of a configuration whose url names another host`);
  }
}
