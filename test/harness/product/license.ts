import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** Returns the settings of a license that expires at `expires`, signed with our own key or another one. */
export function createLicense(expires: string, signer: 'ours' | 'a stranger' = 'ours') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = signer === 'ours' ? privateKey : generateKeyPairSync('ed25519').privateKey;
  const body = Buffer.from(JSON.stringify({ licensee: 'A company', expires })).toString('base64url');
  const token = `${body}.${sign(null, Buffer.from(body), key).toString('base64url')}`;
  const folder = mkdtempSync(join(inject('folder'), 'licence-'));
  const files = { LICENSE_FILE: join(folder, 'licence'), LICENSE_PUBLIC_KEY_FILE: join(folder, 'licence.pub') };
  writeFileSync(files.LICENSE_FILE, `${token}\n`);
  writeFileSync(files.LICENSE_PUBLIC_KEY_FILE, publicKey.export({ type: 'spki', format: 'pem' }));
  return files;
}
