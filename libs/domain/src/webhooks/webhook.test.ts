import { describe, expect, test } from 'vitest';
import type { TypeRule } from '../configurations/properties.ts';
import type { Json } from '../model/json.ts';
import { deduplicationValue } from './deduplication.ts';
import { authenticationType, endpointProperties, webhookPath } from './endpoint.ts';
import { isSecretHeader, maskOf } from './masking.ts';

const mask = '********';

describe('paths', () => {
  test.each([
    ['a', 'a'],
    [' /a/b-c_d.é/ ', 'a/b-c_d.é'],
    ['//e\u0301//', 'é'],
    ['a b/%20', 'a b/%20'],
    ['x'.repeat(500), 'x'.repeat(500)],
  ])('%j is normalized to %j', (rawPath, path) => {
    expect(webhookPath(rawPath)).toBe(path);
  });

  test.each([
    '',
    '/',
    ' ',
    'a//b',
    '.',
    'a/..',
    'a/./b',
    'a?b',
    'a#b',
    'a\\b',
    'a\nb',
    'x'.repeat(501),
    '/'.repeat(2_000),
  ])('%j is not a valid path', (rawPath) =>
    expect(() => webhookPath(rawPath)).toThrow('path: expected 1 to 500 characters'),
  );
});

describe('endpoints', () => {
  const type: TypeRule = { name: 'events.No', extends: authenticationType, virtual: false, properties: [] };
  const find = (name: string) => (name === type.name ? type : undefined);
  const endpoint = { path: '/a', authentication: { type: 'events.No' }, requestRetention: 10, retentionDays: 1 };

  test.each([null, 'X-GitHub-Delivery', 'payload.a', 'content.a-b.$id[0].c', 'payload[3]'])(
    'can have the deduplication key %j',
    (deduplicationKey) => {
      expect(endpointProperties(find, { ...endpoint, deduplicationKey })).toEqual({
        ...endpoint,
        path: 'a',
        deduplicationKey,
      });
    },
  );

  test.each(['payload.', 'payload[x]', 'content..a', 'X Y', 'x:y', `h${'x'.repeat(100)}`])(
    'cannot have the deduplication key %j',
    (deduplicationKey) => {
      expect(() => endpointProperties(find, { ...endpoint, deduplicationKey })).toThrow(
        'deduplicationKey: expected the name',
      );
    },
  );

  test.each<[Record<string, Json>, string]>([
    [{ authentication: 'Configuration1' }, 'authentication.type: expected a type of webhook authentication'],
    [{ requestRetention: 1_000_001 }, 'requestRetention: expected a whole number from 1 to 1000000'],
    [{ retentionDays: null }, 'retentionDays: expected a whole number from 1 to 3650'],
  ])('cannot have %j', (fields, refusal) => {
    expect(() => endpointProperties(find, { ...endpoint, ...fields })).toThrow(refusal);
  });
});

describe('the deduplication value of an event', () => {
  const named = {
    headers: new Map([
      ['x-id', '7'],
      ['x-empty', ''],
    ]),
    payload: { id: 8202522731445525542n, a: { b: [{ c: 'deep' }, 5] }, payload: 'p', t: true } satisfies Json,
  };
  test.each([
    ['X-ID', '7'],
    ['x-empty', null],
    ['x-none', null],
    ['payload.a.b[0].c', 'deep'],
    ['payload.a.b.0.c', 'deep'],
    ['content.a.b[1]', '5'],
    ['payload.payload', 'p'],
    ['payload.id', '8202522731445525542'],
    ['payload.t', null],
    ['payload.a', null],
    ['payload.a.b[2].c', null],
    ['payload.a.toString', null],
    ['payload[0]', null],
  ])('%s: %j', (key, value) => {
    expect(deduplicationValue(key, named)).toBe(value);
  });
});

describe('masking', () => {
  const secret = 'p"ä/ x';
  const { text, body, json } = maskOf(['', secret, 'p"ä/ x long'], (secretText) => [
    Buffer.from(secretText).toString('base64'),
  ]);

  test.each([
    ['unchanged', `a ${secret} b ${secret}`, `a ${mask} b ${mask}`],
    ['a longer secret first', 'p"ä/ x long!', `${mask}!`],
    ['in JSON', '{"a":"p\\"ä/ x"}', `{"a":"${mask}"}`],
    ['in a URL', 'a=p%22%C3%A4%2F%20x&b', `a=${mask}&b`],
    ['in an extra form', Buffer.from(secret).toString('base64'), mask],
    ['nothing', 'nothing', 'nothing'],
  ])('%s', (_, unmasked, masked) => {
    expect(text(unmasked)).toBe(masked);
    expect(body(unmasked)).toBe(masked);
  });

  test.each([
    ['unnecessary escapes', '{ "a": "\\u0070\\"\\u00e4\\/ x" }', `{"a":"${mask}"}`],
    [
      'next to long numbers',
      '{"id":8202522731445525542,"a":"p\\u0022ä/ x"}',
      `{"id":8202522731445525542,"a":"${mask}"}`,
    ],
    ['a name', '{"\\u0070\\"ä/ x": [1, null]}', `{"${mask}":[1,null]}`],
    ['other escapes are unchanged', '{ "a": "\\n" }', '{ "a": "\\n" }'],
    ['a text that is not JSON', '{\\', '{\\'],
  ])('in a body: %s', (_, unmasked, masked) => {
    expect(body(unmasked)).toBe(masked);
  });

  test('in nested values', () => {
    expect(json({ a: [secret, 1], [secret]: null })).toEqual({ a: [mask, 1], [mask]: null });
    expect(maskOf([]).body('{"a":"\\n"}')).toBe('{"a":"\\n"}');
    expect(maskOf(['half \ud800']).text('half \ud800!')).toBe(`${mask}!`);
  });

  test.each(['Authorization', 'proxy-authorization', 'Cookie', 'X-Gitlab-Token', 'X-Api-Key', 'x-own'])(
    'the header %s is secret',
    (name) => expect(isSecretHeader(name, ['X-Own'])).toBe(true),
  );
  test.each(['X-Hub-Signature-256', 'User-Agent', 'Host'])('the header %s is not secret', (name) =>
    expect(isSecretHeader(name, ['X-Own'])).toBe(false),
  );
});
