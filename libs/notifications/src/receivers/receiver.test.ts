import { createHmac, createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createEgress } from '@slipway/outbound-http';
import { describe, expect, test } from 'vitest';
import { policy } from '../../../outbound-http/src/testing/requests.ts';
import { onlyPublic, startTestServer } from '../../../outbound-http/src/testing/test-servers.ts';
import { entryOf, messageOf, occurred, publicUrl } from '../testing/messages.ts';
import {
  isReceiverUrl,
  type Receiver,
  type ReceiverKind,
  type ReceiverOptions,
  requestConsent,
  sendMessage,
  sendTest,
} from './receiver.ts';
import { isSigningSecret, publicKeyOf, signatureHeaders } from './signature.ts';

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;
const options: ReceiverOptions = { egress: createEgress(policy), publicUrl, typePrefix: 'dev.slipway' };
const now = Date.parse('2026-12-01T10:00:00Z');
const folderPath = ['Applications', 'Folder1'];
const receiverAt = (url: string, kind: ReceiverKind = 'webhook', secrets = [secretOf('a')]): Receiver => ({
  ...{ id: 'EventSubscription1', kind, format: 'slipway', url, secrets },
});
const send = (url: string, changes: Partial<ReceiverOptions> = {}, kind: ReceiverKind = 'webhook') =>
  sendMessage({ ...options, ...changes }, receiverAt(url, kind), messageOf(entryOf(occurred())), { now, folderPath });

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
async function receiver(answer: RequestListener): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const url = await startTestServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    answer(request, response);
  });
  return { url, received };
}

test('a webhook receives a signed CloudEvent, also with two secrets during a rotation', async () => {
  const { url, received } = await receiver((_, response) => void response.writeHead(204).end());
  const secrets = [secretOf('n'), secretOf('o')];
  const result = await sendMessage(
    options,
    receiverAt(`${url}/hook`, 'webhook', secrets),
    messageOf(entryOf(occurred())),
    { now, folderPath },
  );
  expect(result).toMatchObject({ kind: 'accepted', status: 204 });
  const [{ headers, body, path }] = [received[0]!];
  expect(path).toBe('/hook');
  expect(headers).toMatchObject({
    'content-type': 'application/cloudevents+json; charset=utf-8',
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(now / 1_000),
    origin: 'slipway.example.com',
  });
  const expected = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(`msg_1.${now / 1_000}.${body}`)
        .digest('base64')}`,
  );
  expect(headers['webhook-signature']).toBe(expected.join(' '));
  expect(JSON.parse(body)).toMatchObject({
    specversion: '1.0',
    id: 'Event1',
    subject: 'Applications/Folder1/Release1',
  });
});

test('a webhook in the format of CDEvents receives deployments, and no other event', async () => {
  const { url, received } = await receiver((_, response) => void response.writeHead(204).end());
  const artifactId = 'pkg:oci/shop@sha256%3A0b31';
  const deployment = {
    ...({ id: 'Deployment1', application: 'Shop', environment: 'prod', kind: 'normal', first: false } as const),
    ...({ outcome: 'succeeded', artifactId } as const),
  };
  const event = occurred({ type: 'deployment.finished', data: { ...occurred().data, deployment } });
  const sendEvent = (each: typeof event) =>
    sendMessage(options, { ...receiverAt(url), format: 'cdevents' }, messageOf(entryOf(each)), { now, folderPath });
  expect(await sendEvent(occurred())).toBe(null);
  expect(await sendEvent(event)).toMatchObject({ kind: 'accepted' });
  const [{ headers, body }] = [received[0]!];
  expect(received).toHaveLength(1);
  expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
  expect(headers['webhook-signature']).toMatch(/^v1,/);
  const type = 'dev.cdevents.service.upgraded.0.2.0';
  expect(JSON.parse(body)).toMatchObject({ type, subject: 'Shop', data: { context: { type } } });
});

test('an Ed25519 key signs messages, which its public key verifies', () => {
  // RFC 8032, section 7.1, test 1
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  const publicBytes = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
  const secret = `whsk_${seed.toString('base64')}`;
  const pair = `whsk_${Buffer.concat([seed, publicBytes]).toString('base64')}`;
  expect([secret, pair].map(publicKeyOf)).toEqual(Array(2).fill(`whpk_${publicBytes.toString('base64')}`));
  const headers = signatureHeaders({ id: 'msg_1', timestamp: 5, body: '{"ä":1}' }, [pair, secretOf('a')]);
  const [asymmetric = '', symmetric] = new Headers(headers.map(([name, value]) => [name, value]))
    .get('webhook-signature')!
    .split(' ');
  expect(symmetric).toMatch(/^v1,/);
  expect(asymmetric).toMatch(/^v1a,/);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicBytes.toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const isValid = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(asymmetric.slice(4), 'base64'));
  expect([isValid('msg_1.5.{"ä":1}'), isValid('msg_2.5.{"ä":1}')]).toEqual([true, false]);
  const wrong = `whsk_${Buffer.concat([seed, seed]).toString('base64')}`;
  expect([secret, pair, wrong, 'whsk_AAAA', 'whsk_'].map(isSigningSecret)).toEqual([true, true, false, false, false]);
  expect(publicKeyOf(secretOf('a'))).toBe(null);
});

test('Slack and Teams receive JSON', async () => {
  const { url, received } = await receiver((_, response) => void response.end('ok'));
  expect(await send(url, {}, 'slack')).toMatchObject({ kind: 'accepted' });
  expect(await send(url, {}, 'teams')).toMatchObject({ kind: 'accepted' });
  for (const kind of ['slack', 'teams', 'webhook'] as const)
    await sendTest(options, receiverAt(url, kind), 'test_1', { now });
  const bodies = received.map(({ body }) => JSON.parse(body));
  expect(bodies[0]).toHaveProperty('blocks');
  expect(bodies[1]).toHaveProperty('attachments');
  expect(bodies[2].text).toContain('test of Slipway');
  expect(bodies[3].attachments).toHaveLength(1);
  expect(bodies[4].type).toBe('dev.slipway.subscription.test.v1');
});

describe('a failed delivery', () => {
  test.each([
    [500, {}, 'boom\n<b>', 'the receiver answered 500: boom <b>', null],
    [404, {}, '', 'the receiver answered 404', null],
    [429, { 'retry-after': '7' }, '', 'the receiver answered 429', 7_000],
    [503, { 'retry-after': 'Tue, 01 Dec 2026 10:01:00 GMT' }, '', 'the receiver answered 503', 60_000],
    [500, { 'retry-after': '7' }, '', 'the receiver answered 500', null],
    [302, { location: 'http://127.0.0.1:1/' }, '', 'the receiver answered 302: redirects are not followed', null],
  ])('with status %s has a reason', async (status, headers, content, error, retryAfterMs) => {
    const { url, received } = await receiver((_, response) => void response.writeHead(status, headers).end(content));
    expect(await send(url)).toEqual({ kind: 'failed', status, error, retryAfterMs });
    expect(received).toHaveLength(1);
  });

  test('with status 410 is final', async () => {
    const { url } = await receiver((_, response) => void response.writeHead(410).end());
    expect(await send(url)).toEqual({
      ...{ kind: 'gone', status: 410, error: 'the receiver answered 410: it no longer exists' },
    });
  });

  test('ends after the time limit', async () => {
    const { url } = await receiver(() => undefined);
    const error = `${new URL(url).host} did not respond within 100 ms`;
    expect(await send(url, { timeoutMs: 100 })).toEqual({ kind: 'failed', status: null, error, retryAfterMs: null });
  });

  test('shows neither the address nor a secret', async () => {
    const { url } = await receiver((request, response) => void response.writeHead(400).end(`no ${request.url}`));
    const result = await send(`${url}/services/T0/B0/hook-token`);
    expect(JSON.stringify(result)).not.toContain('hook-token');
  });

  test('with a very long response ends', async () => {
    const { url } = await receiver((_, response) => void response.writeHead(200).end(Buffer.alloc(6_000_000, 'x')));
    expect(await send(url)).toMatchObject({ kind: 'failed', error: expect.stringContaining('too large') });
  });

  test('to a forbidden address is not sent', async () => {
    const { url, received } = await receiver((_, response) => void response.end());
    const egress = createEgress({ ...policy, allow: [onlyPublic] });
    expect(await send(url, { egress })).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('the operator does not allow it'),
    });
    expect(received).toEqual([]);
  });
});

describe('a new receiver consents', () => {
  const consent = (url: string, kind: ReceiverKind = 'webhook') =>
    requestConsent(options, receiverAt(url, kind), 'test_1', { now });

  test.each(['*', 'Slipway.example.com'])('by the handshake with %s', async (origin) => {
    const { url, received } = await receiver((_, response) => {
      response.writeHead(200, { 'WebHook-Allowed-Origin': origin, 'WebHook-Allowed-Rate': '120' }).end();
    });
    expect(await consent(url)).toMatchObject({ kind: 'accepted' });
    expect(received.map(({ method }) => method)).toEqual(['OPTIONS']);
    expect(received[0]?.headers).toMatchObject({ 'webhook-request-origin': 'slipway.example.com' });
  });

  test('by accepting a test message', async () => {
    const { url, received } = await receiver((request, response) => {
      response.writeHead(request.method === 'OPTIONS' ? 405 : 202).end();
    });
    expect(await consent(url)).toMatchObject({ kind: 'accepted', status: 202 });
    expect(received.map(({ method }) => method)).toEqual(['OPTIONS', 'POST']);
  });

  test('not by another origin, when it refuses the test', async () => {
    const { url } = await receiver((request, response) => {
      response.writeHead(request.method === 'OPTIONS' ? 200 : 401, { 'WebHook-Allowed-Origin': 'other.example' }).end();
    });
    expect(await consent(url)).toMatchObject({ kind: 'failed', status: 401 });
  });

  test('in chats by a test message only', async () => {
    const { url, received } = await receiver((_, response) => void response.end());
    expect(await consent(url, 'slack')).toMatchObject({ kind: 'accepted' });
    expect(received.map(({ method }) => method)).toEqual(['POST']);
  });

  test('to a sender without a public address', async () => {
    const { url, received } = await receiver((_, response) => void response.end());
    const receiving = receiverAt(url);
    await requestConsent({ ...options, publicUrl: null }, receiving, 'test_1', { now });
    expect(received[0]?.headers).toMatchObject({ 'webhook-request-origin': 'slipway.invalid' });
  });
});

test.each([
  ['https://example.com/hook?x=1', true],
  ['http://localhost:8080/', true],
  ['http://10.1.2.3/', true],
  ['http://[::1]:9/', true],
  ['http://[fd00::1]/', true],
  ['http://example.com/', false],
  ['http://172.32.0.1/', false],
  ['http://10.evil.example/', false],
  ['https://user:secret@example.com/', false],
  ['ftp://example.com/', false],
  ['https://example.com/a\r\nX: y', false],
  ['example.com', false],
])('the address %s can be that of a receiver: %s', (url, expected) => {
  expect(isReceiverUrl(url)).toBe(expected);
});

test.each([
  [secretOf('a'), true],
  [`whsec_${Buffer.alloc(24).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(23).toString('base64')}`, false],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, false],
  [Buffer.alloc(32).toString('base64'), false],
  ['whsec_not base64 at all, but long enough for it', false],
])('the secret %s can sign: %s', (secret, expected) => {
  expect(isSigningSecret(secret)).toBe(expected);
});
