import { createHmac } from 'node:crypto';

const prefix = 'whsec_';
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const minBytes = 24;
const maxBytes = 64;

/** Returns the key of a secret; null if it is not `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks). */
function keyOf(secret: string): Buffer | null {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  const key = base64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  return key.length >= minBytes && key.length <= maxBytes ? key : null;
}

export const isSigningSecret = (secret: string): boolean => keyOf(secret) !== null;

interface SignedMessage {
  readonly id: string;
  /** in seconds */
  readonly timestamp: number;
  readonly body: string;
}

function signatureOf({ id, timestamp, body }: SignedMessage, secret: string): string {
  const key = keyOf(secret);
  if (key === null) throw new Error('the secret of a receiver is malformed');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** Returns the headers of a signed message, with one signature for each secret: two during a rotation. */
export const signatureHeaders = (
  message: SignedMessage,
  secrets: readonly string[],
): readonly (readonly [string, string])[] => [
  ['webhook-id', message.id],
  ['webhook-timestamp', String(message.timestamp)],
  ['webhook-signature', secrets.map((secret) => signatureOf(message, secret)).join(' ')],
];
