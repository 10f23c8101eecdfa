import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLicenseCheck, expiryOf, requireLicenseFiles } from './license.ts';

const pair = generateKeyPairSync('ed25519');
const otherPair = generateKeyPairSync('ed25519');
const pem = (keys: typeof pair) => keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

const token = (content: object, keys = pair) => {
  const body = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${body}.${sign(null, Buffer.from(body), keys.privateKey).toString('base64url')}`;
};

const valid = { licensee: 'ACME', expires: '2030-01-01T00:00:00Z' };
const ends = Date.parse(valid.expires);

test.each([
  ['a valid license', token(valid), ends],
  ['a license with a trailing line break', `${token(valid)}\n`, ends],
  ['a license with a signature of another key', token(valid, otherPair), null],
  [
    'a license with changed content',
    `${token({ ...valid, licensee: 'EVIL' }).split('.')[0]}.${token(valid).split('.')[1]}`,
    null,
  ],
  ['a license without an expiry', token({ licensee: 'ACME' }), null],
  ['a license without a signature', token(valid).split('.')[0]!, null],
  ['a text that is not a license', 'hello', null],
])('the expiry of %s', (_, text, expected) => {
  expect(expiryOf(text, pem(pair))).toBe(expected);
});

test('a key of another type verifies no license', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(expiryOf(token(valid), publicKey.export({ type: 'spki', format: 'pem' }).toString())).toBe(null);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-licence-'));
});
afterAll(() => rm(folder, { recursive: true }));

const writeFiles = async (name: string, text: string) => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

test('a start requires readable files and an Ed25519 key, and names the invalid variable', async () => {
  const publicKeyFile = await writeFiles('good-key', pem(pair));
  const file = await writeFiles('forged', 'hello');
  const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  const otherKey = await writeFiles('other-key', ecKey.export({ type: 'spki', format: 'pem' }).toString());
  const missing = join(folder, 'gone');
  const answers = [
    { file, publicKeyFile },
    { file: missing, publicKeyFile },
    { file, publicKeyFile: missing },
    { file, publicKeyFile: file },
    { file, publicKeyFile: otherKey },
  ].map((files) => requireLicenseFiles(files).catch((error: Error) => error.message));
  expect(await Promise.all(answers)).toEqual([
    undefined,
    `LICENSE_FILE cannot be read: ENOENT: no such file or directory, open '${missing}'`,
    `LICENSE_PUBLIC_KEY_FILE cannot be read: ENOENT: no such file or directory, open '${missing}'`,
    'LICENSE_PUBLIC_KEY_FILE must be an Ed25519 public key in PEM',
    'LICENSE_PUBLIC_KEY_FILE must be an Ed25519 public key in PEM',
  ]);
});

test('each call checks the license, and its files are read again after 30 seconds', async () => {
  const files = { file: join(folder, 'licence'), publicKeyFile: join(folder, 'key') };
  await writeFile(files.publicKeyFile, pem(pair));
  let now = ends - 60_000;
  const warnings: string[] = [];
  const check = createLicenseCheck(
    files,
    (sentence) => warnings.push(sentence),
    () => now,
  );
  await expect(check()).rejects.toThrow('the license is invalid');
  await writeFile(files.file, token(valid));
  await expect(check()).rejects.toThrow('the license is invalid');
  now += 30_000;
  expect(await check()).toBe(undefined);
  now = ends;
  await expect(check()).rejects.toThrow('the license has expired');
  await expect(check()).rejects.toThrow('the license has expired');
  expect(warnings).toEqual(['the license is invalid', 'the license has expired']);
});
