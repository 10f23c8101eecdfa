import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** What is sealed; text sealed for one purpose cannot be opened for another. */
export type SealPurpose =
  | 'variable'
  | 'script-user-password'
  | 'property'
  | 'script-answer'
  | 'key-check'
  // what a browser keeps for us while it is at an identity provider
  | 'sign-on'
  // of one run of a script
  | `script-journal ${string}`
  // the headers of one received event
  | `delivery ${string}`
  // of one configuration, and where in it the secret belongs
  | `configuration ${string}`;

/** Seals secrets, and opens them where they are used. */
export interface Seal {
  /** The text as it is stored: `v1.<key id>.<iv>.<ciphertext>.<tag>`, the last three in base64url. */
  seal(purpose: SealPurpose, clear: string): string;
  /** The clear text. Throws when it was sealed with another key or for another purpose, or was changed. */
  open(purpose: SealPurpose, sealed: string): string;
}

const cipher = 'aes-256-gcm';

/**
 * A seal with a key derived from the text of SECRET_KEY: AES-256-GCM with a random 96-bit iv. The key id
 * tells which key a stored text needs, and nothing about the key.
 */
export function createSeal(secretKey: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'slipway seal v1', 32));
  const kid = createHash('sha256').update('kid').update(key).digest('hex').slice(0, 8);
  const aad = (purpose: SealPurpose) => Buffer.from(`v1.${kid}.${purpose}`);
  return {
    seal: (purpose, clear) => {
      const iv = randomBytes(12);
      const sealing = createCipheriv(cipher, key, iv).setAAD(aad(purpose));
      const text = Buffer.concat([sealing.update(clear, 'utf8'), sealing.final()]);
      return ['v1', kid, ...[iv, text, sealing.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    open: (purpose, sealed) => {
      const [version, sealedWith, iv, text, tag, ...more] = sealed.split('.');
      if (version !== 'v1' || sealedWith !== kid || iv === undefined || text === undefined || tag === undefined) {
        throw new Error('a stored secret was not sealed with this SECRET_KEY');
      }
      if (more.length > 0) throw new Error('a stored secret is malformed');
      const opening = createDecipheriv(cipher, key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
        .setAAD(aad(purpose))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([opening.update(Buffer.from(text, 'base64url')), opening.final()]).toString('utf8');
    },
  };
}
