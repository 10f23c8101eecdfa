import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StartupError } from '@slipway/process';
import { makeFolder } from './make-folder.ts';
import { readOrCreate } from './private-file.ts';

const KEY_BYTES = 32;

async function readOrCreateKey(folder: string, file: string): Promise<string> {
  await makeFolder(folder);
  return await readOrCreate(file, () => randomBytes(KEY_BYTES).toString('base64'));
}

/**
 * Returns the key that encrypts secrets, 32 bytes in base64. It is stored in the data folder and generated on first
 * use. Throws `StartupError`.
 */
export async function readSecretKey(folder: string): Promise<string> {
  const file = join(folder, 'secret.key');
  const key = await readOrCreateKey(folder, file).catch((error: Error) => {
    throw new StartupError(
      `cannot store the key in DATA_DIR: ${error.message}; set SECRET_KEY, or DATA_DIR to another folder`,
    );
  });
  if (Buffer.from(key, 'base64').length === KEY_BYTES) return key;
  throw new StartupError(
    `${file} does not contain a key of ${KEY_BYTES} bytes: restore it from a backup to decrypt the stored secrets`,
  );
}
