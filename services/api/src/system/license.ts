import { createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Message, message, textOf } from '@slipway/domain/messages';
import { StartupError } from '@slipway/process';
import { z } from 'zod';
import type { ProcessDeps } from '../dependencies/deps.ts';
import { Unlicensed } from '../http/errors/errors.ts';

/** The content of a license. `expires` is ISO 8601 text with an offset. */
const payload = z.object({ licensee: z.string(), expires: z.iso.datetime({ offset: true }) });

interface LicenseFiles {
  readonly file: string;
  /** An Ed25519 public key in PEM. */
  readonly publicKeyFile: string;
}

/** The configured license files, or null without a license. */
export const licenseFiles = ({ licenseFile, licensePublicKeyFile }: ProcessDeps['config']): LicenseFiles | null =>
  licenseFile === undefined || licensePublicKeyFile === undefined
    ? null
    : { file: licenseFile, publicKeyFile: licensePublicKeyFile };

const rereadIntervalMs = 30_000;

/** Returns the expiry of a license, or null if it is invalid. */
export function expiryOf(token: string, publicKey: string): number | null {
  const [body = '', signature = '', ...rest] = token.trim().split('.');
  if (rest.length > 0) return null;
  try {
    const key = createPublicKey(publicKey);
    if (key.asymmetricKeyType !== 'ed25519') return null;
    if (!verify(null, Buffer.from(body), key, Buffer.from(signature, 'base64url'))) return null;
    return Date.parse(payload.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))).expires);
  } catch {
    return null;
  }
}

/** Returns the expiry of the license in these files, or null if it is invalid or unreadable. */
export async function readLicenseExpiry({ file, publicKeyFile }: LicenseFiles): Promise<number | null> {
  try {
    return expiryOf(...(await Promise.all([readFile(file, 'utf8'), readFile(publicKeyFile, 'utf8')])));
  } catch {
    return null;
  }
}

function problemOf(expires: number | null, now: number): Message | null {
  if (expires === null) return message('license.invalid');
  return expires <= now ? message('license.expired') : null;
}

const isEd25519Key = (pem: string): boolean => {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
};

const readConfiguredFile = (variable: string, file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: Error) => {
    throw new StartupError(`${variable} cannot be read: ${error.message}`);
  });

/**
 * Checks at the start that both files exist, and that the key is valid. Does not check the license itself. Throws
 * StartupError.
 */
export async function requireLicenseFiles({ file, publicKeyFile }: LicenseFiles): Promise<void> {
  await readConfiguredFile('LICENSE_FILE', file);
  if (isEd25519Key(await readConfiguredFile('LICENSE_PUBLIC_KEY_FILE', publicKeyFile))) return;
  throw new StartupError('LICENSE_PUBLIC_KEY_FILE must be an Ed25519 public key in PEM');
}

/**
 * Returns a check of the operator's license, which throws Unlicensed (compatibility.md, License check). A license is a
 * text `body.signature`, both in base64url. The body is JSON `{licensee, expires}`. The Ed25519 signature signs the
 * text of the body. The files are read again after 30 seconds, so that a new license requires no restart. `warn` is
 * called when the check starts to fail, and when the reason changes.
 */
export function createLicenseCheck(
  files: LicenseFiles,
  warn: (sentence: string) => void,
  now: () => number = Date.now,
): () => Promise<void> {
  let lastProblem: string | null = null;
  let pendingExpiry: Promise<number | null> = Promise.resolve(null);
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - readAt >= rereadIntervalMs) {
      readAt = now();
      pendingExpiry = readLicenseExpiry(files);
    }
    const expires = await pendingExpiry;
    const problem = problemOf(expires, now());
    if (problem !== null && problem.code !== lastProblem) warn(textOf(problem));
    lastProblem = problem?.code ?? null;
    if (problem !== null) throw new Unlicensed(problem);
  };
}
