import { createMask, type HttpRedirect, type HttpResponse, secretForms } from '@slipway/script-protocol';
import { refused } from '../policy/refusal.ts';

/** A secret text. */
export interface Secret {
  readonly value: string;
  /** the hosts in the properties of its configuration that may receive it, with any non-default port; null: any host */
  readonly hosts: readonly string[] | null;
}

/** Shorter secrets occur by chance in unrelated requests. */
const minBoundLength = 8;

/** Masks secrets in a response. */
export interface Masks {
  readonly text: (text: string) => string;
  /** masks bytes that are decoded to a text later, because the declared charset may be wrong */
  readonly textBytes: (bytes: Buffer) => Buffer;
  /** masks other bytes, but no short secrets, which occur there by chance */
  readonly bytes: (bytes: Buffer) => Buffer;
}

/** Latin-1 maps each byte to one character and back without a change. */
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
 * The credentials in a header, if they are secret. They are masked as a whole, because a mask for the encoded password
 * leaves some bits of its first and last letter.
 */
export function credentialsIn(authorization: string, { text }: Masks, isOwn: boolean): readonly string[] {
  const credentials = authorization.slice(authorization.indexOf(' ') + 1);
  return isOwn || text(credentials) !== credentials ? [credentials] : [];
}

/** Masks all parts of a response except its body. */
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

/** Throws a `Refusal` if a request to a host contains a secret that is bound to other hosts. */
export function requireOwnHost(host: string, sentTexts: () => readonly string[], secrets: readonly Secret[]): void {
  const foreignSecrets = secrets.filter(
    ({ value, hosts }) => hosts !== null && value.length >= minBoundLength && !hosts.includes(host),
  );
  if (foreignSecrets.length === 0) return;
  const forms = new Set(foreignSecrets.flatMap(({ value }) => secretForms(value)));
  if (sentTexts().some((text) => [...forms].some((form) => text.includes(form)))) {
    throw refused(`the request to ${host} contains a secret of a configuration for another host`);
  }
}
