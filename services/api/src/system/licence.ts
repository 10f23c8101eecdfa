import { createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CannotStart } from '@slipway/runtime';
import { z } from 'zod';
import type { ProcessDeps } from '../context/deps.ts';
import { Unlicensed } from '../http/errors/errors.ts';

/** The content of a license. `expires` is ISO 8601 text with an offset. */
const payload = z.object({ licensee: z.string(), expires: z.iso.datetime({ offset: true }) });

interface Files {
  readonly file: string;
  /** PEM of an Ed25519 public key */
  readonly publicKeyFile: string;
}

/** The configured files, or null without a license. */
export const licenceFiles = ({ licenseFile, licensePublicKeyFile }: ProcessDeps['config']): Files | null =>
  licenseFile === undefined || licensePublicKeyFile === undefined
    ? null
    : { file: licenseFile, publicKeyFile: licensePublicKeyFile };

const rereadMs = 30_000;

/** The end of a license, or null if it is invalid. */
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

/** The end of the license in these files; null if it is invalid or unreadable. */
export async function licenceEnd({ file, publicKeyFile }: Files): Promise<number | null> {
  try {
    return expiryOf(...(await Promise.all([readFile(file, 'utf8'), readFile(publicKeyFile, 'utf8')])));
  } catch {
    return null;
  }
}

function flawOf(expires: number | null, now: number): string | null {
  if (expires === null) return 'the license is invalid';
  return expires <= now ? 'the license has expired' : null;
}

const isVerifying = (pem: string): boolean => {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
};

const readNamed = (variable: string, file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: Error) => {
    throw new CannotStart(`${variable} cannot be read: ${error.message}`);
  });

/** Checks at the start that a license exists, valid or not, and a key to verify it. Throws CannotStart. */
export async function requireLicenceFiles({ file, publicKeyFile }: Files): Promise<void> {
  await readNamed('LICENSE_FILE', file);
  if (isVerifying(await readNamed('LICENSE_PUBLIC_KEY_FILE', publicKeyFile))) return;
  throw new CannotStart('LICENSE_PUBLIC_KEY_FILE must be an Ed25519 public key in PEM');
}

/**
 * Checks the operator's license (compatibility.md, License check): a text `body.signature`, both base64url, where the body
 * is JSON `{licensee, expires}` and the signature of its text is Ed25519. The files are read again after half a
 * minute, so that a new license needs no restart. `warn` is called once for each reason of a refusal, until that
 * changes. The result throws Unlicensed.
 */
export function licenceCheck(
  files: Files,
  warn: (sentence: string) => void,
  now: () => number = Date.now,
): () => Promise<void> {
  let warned: string | null = null;
  let seen: Promise<number | null> = Promise.resolve(null);
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - readAt >= rereadMs) {
      readAt = now();
      seen = licenceEnd(files);
    }
    const expires = await seen;
    const flaw = flawOf(expires, now());
    if (flaw !== null && flaw !== warned) warn(flaw);
    warned = flaw;
    if (flaw !== null) throw new Unlicensed(flaw);
  };
}
