import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { keep } from './keep.ts';

const BYTES = 32;

/** The key that seals secrets, kept in the data folder in base64 and made on first use. 32 bytes. Throws `CannotStart`. */
export async function readSecretKey(folder: string): Promise<Buffer> {
  const file = join(folder, 'secret.key');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const key = Buffer.from(await keep(file, () => randomBytes(BYTES).toString('base64')), 'base64');
  if (key.length === BYTES) return key;
  throw new CannotStart(
    `${file} does not hold a key of ${BYTES} bytes: restore it from a backup, or what it sealed cannot be read`,
  );
}
