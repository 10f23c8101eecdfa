import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { SealPurpose } from './purposes.ts';

/** Seals secrets, and opens them where they are used. */
export interface Seal {
  /** The text as it is stored: `v1.<key id>.<iv>.<ciphertext>.<tag>`, the last three in base64url. */
  seal(purpose: SealPurpose, plainText: string): string;
  /** The clear text. Throws when it was sealed with neither key or for another purpose, or was changed. */
  open(purpose: SealPurpose, sealed: string): string;
  /** the id of the key that seals */
  readonly keyId: string;
  /** the id of a second key, by which texts are opened and none is sealed; null: there is none */
  readonly previousKeyId: string | null;
}

const cipher = 'aes-256-gcm';

interface Key {
  readonly id: string;
  readonly key: Buffer;
}

/** The id identifies the key of a stored text, and reveals nothing about the key. */
function deriveKey(secretKey: string): Key {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'slipway seal v1', 32));
  return { key, id: createHash('sha256').update('kid').update(key).digest('hex').slice(0, 8) };
}

const aad = ({ id }: Key, purpose: SealPurpose) => Buffer.from(`v1.${id}.${purpose}`);

/** The id of the key of an encrypted text; null for another text. */
export const keyIdIn = (sealed: string): string | null => /^v1\.([0-9a-f]{8})\./.exec(sealed)?.[1] ?? null;

function sealWith(key: Key, purpose: SealPurpose, plainText: string): string {
  const iv = randomBytes(12);
  const sealing = createCipheriv(cipher, key.key, iv).setAAD(aad(key, purpose));
  const text = Buffer.concat([sealing.update(plainText, 'utf8'), sealing.final()]);
  return ['v1', key.id, ...[iv, text, sealing.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

function openWith(keys: readonly Key[], purpose: SealPurpose, sealed: string): string {
  const [version, sealedKeyId, iv, text, tag, ...extraParts] = sealed.split('.');
  const key = keys.find(({ id }) => id === sealedKeyId);
  if (version !== 'v1' || key === undefined || iv === undefined || text === undefined || tag === undefined) {
    throw new Error('a stored secret was not sealed with this SECRET_KEY');
  }
  if (extraParts.length > 0) throw new Error('a stored secret is malformed');
  const opening = createDecipheriv(cipher, key.key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
    .setAAD(aad(key, purpose))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([opening.update(Buffer.from(text, 'base64url')), opening.final()]).toString('utf8');
}

/**
 * Encrypts with a key derived from the text of SECRET_KEY: AES-256-GCM with a random 96-bit iv. Also decrypts texts of
 * the key of SECRET_KEY_PREVIOUS.
 */
export function createSeal(secretKey: string, previousKey?: string): Seal {
  const key = deriveKey(secretKey);
  const previous = previousKey === undefined || previousKey === secretKey ? null : deriveKey(previousKey);
  const keys = previous === null ? [key] : [key, previous];
  return {
    keyId: key.id,
    previousKeyId: previous?.id ?? null,
    seal: (purpose, plainText) => sealWith(key, purpose, plainText),
    open: (purpose, sealed) => openWith(keys, purpose, sealed),
  };
}
