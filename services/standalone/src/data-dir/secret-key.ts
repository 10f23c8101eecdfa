import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CannotStart } from '@slipway/runtime';
import { makeFolder } from './make-folder.ts';
import { readOrMake } from './private-file.ts';

const BYTES = 32;

async function keyIn(folder: string, file: string): Promise<string> {
  await makeFolder(folder);
  return await readOrMake(file, () => randomBytes(BYTES).toString('base64'));
}

/** The key that seals secrets, 32 bytes in base64, kept in the data folder and made on first use. Throws `CannotStart`. */
export async function readSecretKey(folder: string): Promise<string> {
  const file = join(folder, 'secret.key');
  const key = await keyIn(folder, file).catch((error: Error) => {
    throw new CannotStart(
      `no key can be kept in DATA_DIR: ${error.message}; set SECRET_KEY, or DATA_DIR to another folder`,
    );
  });
  if (Buffer.from(key, 'base64').length === BYTES) return key;
  throw new CannotStart(
    `${file} does not hold a key of ${BYTES} bytes: restore it from a backup, or what it sealed cannot be read`,
  );
}
