import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const texts = ['', 'a', 'é漢😀', 'x'.repeat(55), 'y'.repeat(64), 'x'.repeat(111), 'y'.repeat(128), 'z'.repeat(1_000)];
const names = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'] as const;
const hmacs = {
  md5: 'hmacMd5',
  sha1: 'hmacSha1',
  sha224: 'hmacSha224',
  sha256: 'hmacSha256',
  sha384: 'hmacSha384',
  sha512: 'hmacSha512',
} as const;

test.each(names)('%s and its HMAC equal the standard values', async (name) => {
  const script = `texts.map((text) => [hashing.${name}(text), hashing.${hmacs[name]}(text, 'é' + text, 'base64')])`;
  const { error, result } = await running.run({ script, inputs: { texts } });
  expect([error, result]).toEqual([
    null,
    texts.map((text) => [
      createHash(name).update(text).digest('hex'),
      createHmac(name, text).update(`é${text}`).digest('base64'),
    ]),
  ]);
});

test.each([
  ['hashing.toBase64("é?>")', 'w6k/Pg=='],
  ['hashing.fromBase64("w6k_Pg")', [0xc3, 0xa9, 0x3f, 0x3e]],
  [
    'hashing.sha1([0, 255])',
    createHash('sha1')
      .update(Buffer.from([0, 255]))
      .digest('hex'),
  ],
  ['hashing.equal("abc", "abc")', true],
  ['hashing.equal("abc", "abd") || hashing.equal("abc", "ab") || hashing.equal("", "a")', false],
  ['hashing.md5("\\ud800") === hashing.md5("\\ufffd")', true],
  ['typeof __hashes + typeof __hashing', 'undefinedundefined'],
  ['Object.isFrozen(hashing) && hashing === hashing', true],
  ['hashing = 1; var other = hashing + 1; authenticated = other', 2],
  ['const hashing = 2; authenticated = hashing', 2],
])('%s', async (script, result) => {
  expect(await running.run({ script })).toMatchObject({ error: null, result });
});

test.each([
  ['hashing.md5(1)', 'a text or an array of bytes is needed'],
  ['hashing.md5("", "hexa")', "the encoding must be 'hex' or 'base64'"],
  ['hashing.fromBase64("ä")', 'the text is not base64'],
])('%s is rejected', async (script, message) => {
  expect((await running.run({ script })).error).toMatchObject({ type: 'TypeError', message });
});

test('a webhook script verifies the signature of its body', async () => {
  const rawBody = '{"ref": "main"}';
  const signature = `sha256=${createHmac('sha256', 'key').update(rawBody).digest('hex')}`;
  const script =
    "authenticated = hashing.equal(headers['x-hub-signature-256'], 'sha256=' + hashing.hmacSha256(config.secret, rawBody));";
  const inputs = { rawBody, headers: { 'X-Hub-Signature-256': signature }, config: { secret: 'key' } };
  expect(await running.run({ script, inputs })).toMatchObject({ error: null, result: true });
  expect(await running.run({ script, inputs: { ...inputs, rawBody: '{}' } })).toMatchObject({ result: false });
});
