import { createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Unlicensed } from './http/errors.ts';

/** What a licence says. `expires` is ISO 8601 text with an offset. */
const payload = z.object({ licensee: z.string(), expires: z.iso.datetime({ offset: true }) });

interface Files {
  readonly file: string;
  /** PEM of an Ed25519 public key */
  readonly publicKeyFile: string;
}

const rereadMs = 30_000;

/** The moment at which a licence ends, or null when it is not valid. */
export function expiryOf(token: string, publicKey: string): number | null {
  const [body = '', signature = '', ...more] = token.trim().split('.');
  if (more.length > 0) return null;
  try {
    const key = createPublicKey(publicKey);
    if (key.asymmetricKeyType !== 'ed25519') return null;
    if (!verify(null, Buffer.from(body), key, Buffer.from(signature, 'base64url'))) return null;
    return Date.parse(payload.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))).expires);
  } catch {
    return null;
  }
}

/**
 * Checks the operator's licence (decisions.md, Licence check): a text `body.signature`, both base64url,
 * where the body is JSON `{licensee, expires}` and the signature is made over the text of the body with
 * Ed25519. The files are read again after half a minute, so that a new licence needs no restart.
 * The result throws Unlicensed.
 */
export function licenceCheck({ file, publicKeyFile }: Files, now: () => number = Date.now): () => Promise<void> {
  let seen: Promise<number | null> = Promise.resolve(null);
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async () => {
    const [token, key] = await Promise.all([readFile(file, 'utf8'), readFile(publicKeyFile, 'utf8')]);
    return expiryOf(token, key);
  };
  return async () => {
    if (now() - readAt >= rereadMs) {
      readAt = now();
      seen = read().catch(() => null);
    }
    const expires = await seen;
    if (expires === null) throw new Unlicensed('the licence is not valid');
    if (expires <= now()) throw new Unlicensed('the licence has expired');
  };
}
