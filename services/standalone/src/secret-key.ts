import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '@slipway/runtime';
import { keep } from './keep.ts';

const BYTES = 32;

/** The key that seals secrets, 32 bytes in base64, kept in the data folder and made on first use. Throws `CannotStart`. */
export async function readSecretKey(folder: string): Promise<string> {
  const file = join(folder, 'secret.key');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const key = await keep(file, () => randomBytes(BYTES).toString('base64'));
  if (Buffer.from(key, 'base64').length === BYTES) return key;
  throw new CannotStart(
    `${file} does not hold a key of ${BYTES} bytes: restore it from a backup, or what it sealed cannot be read`,
  );
}
