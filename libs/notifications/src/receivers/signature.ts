import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** The prefixes of a shared secret, a private key and a public key (Standard Webhooks). */
const sharedPrefix = 'whsec_';
const privatePrefix = 'whsk_';
const publicPrefix = 'whpk_';
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const minBytes = 24;
const maxBytes = 64;
const seedBytes = 32;

/** The encoding of an Ed25519 private key (PKCS #8) before its seed. */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

const decode = (secret: string, prefix: string): Buffer => {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  return base64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
};

/** Returns the key of a secret; null if it is not `whsec_` and 24 to 64 bytes in base64. */
function sharedKeyOf(secret: string): Buffer | null {
  const key = decode(secret, sharedPrefix);
  return key.length >= minBytes && key.length <= maxBytes ? key : null;
}

const publicBytes = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');

/** Returns the Ed25519 key of a secret; null if it is not `whsk_` and a seed in base64, alone or before its public key. */
function privateKeyOf(secret: string): KeyObject | null {
  const bytes = decode(secret, privatePrefix);
  if (bytes.length !== seedBytes && bytes.length !== 2 * seedBytes) return null;
  const der = Buffer.concat([pkcs8Start, bytes.subarray(0, seedBytes)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const isPair = bytes.length === seedBytes || publicBytes(key).equals(bytes.subarray(seedBytes));
  return isPair ? key : null;
}

export const isSigningSecret = (secret: string): boolean =>
  sharedKeyOf(secret) !== null || privateKeyOf(secret) !== null;

/** Returns the public key that verifies the signatures of a secret; null for a shared secret. */
export function publicKeyOf(secret: string): string | null {
  const key = privateKeyOf(secret);
  return key === null ? null : `${publicPrefix}${publicBytes(key).toString('base64')}`;
}

interface SignedMessage {
  readonly id: string;
  /** in seconds */
  readonly timestamp: number;
  readonly body: string;
}

function signatureOf({ id, timestamp, body }: SignedMessage, secret: string): string {
  const text = `${id}.${timestamp}.${body}`;
  const shared = sharedKeyOf(secret);
  if (shared !== null) return `v1,${createHmac('sha256', shared).update(text).digest('base64')}`;
  const key = privateKeyOf(secret);
  if (key === null) throw new Error('the secret of a receiver is malformed');
  return `v1a,${sign(null, Buffer.from(text), key).toString('base64')}`;
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
