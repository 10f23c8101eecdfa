import { createHmac } from 'node:crypto';
import type { Properties } from '@slipway/domain/configurations';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authenticationOf } from './authenticate.ts';
import type { Endpoint } from './endpoint.ts';
import { parseRequest } from './parse-request.ts';

interface Sent {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

/** Returns the reason of a refusal; null if the sender is accepted. */
async function refusalOf(type: string, properties: Properties, { body = '', headers = {}, url = '/webhooks/x' }: Sent) {
  const bytes = Buffer.from(body);
  const rawHeaders = Object.entries(headers).flat();
  const parsed = await parseRequest({ method: 'POST', path: 'x', url, rawHeaders, body: async () => bytes }, bytes);
  const endpoint = { authentication: { type: `events.${type}`, properties } } as unknown as Endpoint;
  return authenticationOf(`events.${type}`)?.(endpoint, parsed);
}

describe('a signature', () => {
  // docs.github.com, Validating webhook deliveries, Testing the webhook payload validation
  const github = {
    body: 'Hello, World!',
    headers: {
      'X-Hub-Signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
  };
  // The vector of Atlassian, as public tests of receivers cite it
  const atlassian = {
    body: 'Hello World!',
    headers: { 'X-Hub-Signature': 'sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9' },
  };
  const secret = "It's a Secret to Everybody";
  const properties = { secret, algorithm: 'SHA256' };
  const check = (sent: Sent, changes: Properties = {}) =>
    refusalOf('SignatureAuthentication', { ...properties, ...changes }, sent);

  test('of a published vector is accepted', async () => {
    expect(await check(github)).toBeNull();
    expect(await check(atlassian, { header: 'X-Hub-Signature' })).toBeNull();
  });

  test.each<[string, Sent, Properties, string]>([
    ['with another secret', github, { secret: 'other' }, 'the signature is wrong'],
    ['without a secret', github, { secret: '' }, 'the signature is wrong'],
    ['of another body', { ...github, body: 'Hello, World' }, {}, 'the signature is wrong'],
    ['of another algorithm', github, { algorithm: 'SHA1', header: 'X-Hub-Signature-256' }, 'the signature is wrong'],
    ['that is missing', { ...github, headers: {} }, {}, 'there is no header X-Hub-Signature-256'],
    ['in another header', github, { header: 'X-Hub-Signature' }, 'there is no header X-Hub-Signature'],
    ['that is empty', { ...github, headers: { 'X-Hub-Signature-256': '' } }, {}, 'the signature is wrong'],
    ['that is cut', { ...github, headers: { 'X-Hub-Signature-256': 'sha256=7571' } }, {}, 'the signature is wrong'],
  ])('%s is refused', async (_, sent, changes, reason) => {
    expect(await check(sent, changes)).toBe(reason);
  });

  test('with the previous secret is accepted during a rotation', async () => {
    expect(await check(github, { secret: 'new', previousSecret: secret })).toBeNull();
    expect(await check(github, { secret: 'new', previousSecret: null })).toBe('the signature is wrong');
  });
});

describe('a signature of Standard Webhooks', () => {
  // The vector of the specification, as public tests of its libraries cite it
  const timestamp = 1_614_265_330;
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const body = '{"test": 2432232314}';
  const check = (
    changes: Readonly<Record<string, string>> = {},
    properties: Properties = { secret },
    sentBody = body,
  ) => refusalOf('StandardWebhooksAuthentication', properties, { body: sentBody, headers: { ...headers, ...changes } });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(timestamp * 1_000);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is accepted, also among others and during a rotation', async () => {
    expect(await check()).toBeNull();
    expect(await check({ 'webhook-signature': `v1a,AAAA v1,AAAA ${headers['webhook-signature']}` })).toBeNull();
    expect(await check({}, { secret: 'whsec_AAAA', previousSecret: secret })).toBeNull();
  });

  test.each<[string, Readonly<Record<string, string>>, Properties, string]>([
    ['of another id', { 'webhook-id': 'msg_2' }, { secret }, body],
    ['of another time', { 'webhook-timestamp': String(timestamp + 1) }, { secret }, body],
    ['of another body', {}, { secret }, '{"test": 1}'],
    ['with another secret', {}, { secret: 'whsec_AAAA' }, body],
    ['with an empty key', {}, { secret: 'whsec_' }, body],
    ['of another version', { 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') }, { secret }, body],
  ])('%s is refused', async (_, changes, properties, sentBody) => {
    expect(await check(changes, properties, sentBody)).toBe('the signature is wrong');
  });

  test('is refused five minutes later or earlier, and without its headers', async () => {
    const tooOld = 'the time of the request differs by more than five minutes';
    for (const [difference, expected] of [
      [300, null],
      [301, tooOld],
      [-301, tooOld],
    ] as const) {
      vi.setSystemTime((timestamp + difference) * 1_000);
      expect(await check()).toBe(expected);
    }
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = createHmac('sha256', key).update(`${headers['webhook-id']}.soon.${body}`).digest('base64');
    expect(await check({ 'webhook-timestamp': 'soon', 'webhook-signature': `v1,${signed}` })).toBe(tooOld);
    expect(await refusalOf('StandardWebhooksAuthentication', { secret }, { body })).toMatch(/^there is no header/);
  });
});

describe('a token', () => {
  const byHeader = (header: string, value: string, properties: Properties = {}) =>
    refusalOf('TokenAuthentication', { header, token: 'geheim ü', ...properties }, { headers: { [header]: value } });
  const inUrl = (url: string, properties: Properties = {}) =>
    refusalOf('ParameterAuthentication', { parameter: 'token', token: 'a b', ...properties }, { url });

  test('in a header can be in Latin-1 or UTF-8, and a bearer token in Authorization', async () => {
    expect(await byHeader('X-Gitlab-Token', 'geheim ü')).toBeNull();
    expect(await byHeader('X-Gitlab-Token', Buffer.from('geheim ü').toString('latin1'))).toBeNull();
    expect(await byHeader('authorization', 'bearer geheim ü')).toBeNull();
    expect(await byHeader('Authorization', 'geheim ü')).toBeNull();
    expect(await byHeader('X-Gitlab-Token', 'old', { previousToken: 'old' })).toBeNull();
    expect(await byHeader('X-Gitlab-Token', 'Bearer geheim ü')).toBe('the token is wrong');
    expect(await byHeader('Authorization', 'Bearer ')).toBe('the token is wrong');
    expect(await byHeader('Authorization', '', { token: '' })).toBe('the token is wrong');
    expect(await refusalOf('TokenAuthentication', { header: 'X-A', token: 'b' }, {})).toBe('there is no header X-A');
  });

  test.each([
    ['/webhooks/x?token=a%20b', null],
    ['/webhooks/x?token=a+b&other=1', null],
    ['/webhooks/x', 'there is no parameter token'],
    ['/webhooks/x?Token=a+b', 'there is no parameter token'],
    ['/webhooks/x?token=', 'the token is wrong'],
    ['/webhooks/x?token=a+b&token=a+b', 'there are several parameters token'],
  ])('in the URL %s: %j', async (url, expected) => {
    expect(await inUrl(url)).toBe(expected);
  });

  test('in the URL has no default, and can be the previous one', async () => {
    expect(await inUrl('/webhooks/x?token=', { token: '' })).toBe('the token is wrong');
    expect(await inUrl('/webhooks/x?token=old', { previousToken: 'old' })).toBeNull();
    expect(await inUrl('/webhooks/x?toString=1', { parameter: 'toString' })).toBe('the token is wrong');
    expect(await inUrl('/webhooks/x', { parameter: 'toString' })).toBe('there is no parameter toString');
  });
});
