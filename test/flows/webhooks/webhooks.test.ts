import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import {
  createEndpoint,
  deliver,
  expectAccepted,
  expectUnauthorized,
  listDeliveries,
} from '../../harness/webhooks/endpoints.ts';

const { rest, url, output } = serve();

const noAuthentication = { type: 'events.NoAuthentication' };
const token = { type: 'events.TokenAuthentication', token: 'token of Ünna' };
const body = '{"ref": "refs/heads/main"}';
const sign = (hash: string, secret: string, form: 'hex' | 'base64' = 'hex') =>
  createHmac(hash, secret).update(body).digest(form);

describe('authentication', () => {
  const sha256 = { type: 'events.SignatureAuthentication', secret: 'geheim' };
  const sha1 = { ...sha256, algorithm: 'SHA1' };
  const login = { type: 'events.BasicAuthentication', username: 'hook', password: 'p:ä' };
  const own = { ...token, header: 'X-My-Token' };

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['without authentication', noAuthentication, {}],
    ['with the token', { ...token, token: 'abc' }, { 'x-gitlab-token': 'abc' }],
    ['with the token in a custom header', { ...own, token: 'abc' }, { 'X-MY-token': 'abc' }],
    [
      'with a token with non-ASCII characters',
      token,
      { 'x-gitlab-token': Buffer.from('token of Ünna').toString('latin1') },
    ],
    ['with a SHA-256 signature', sha256, { 'X-Hub-Signature-256': `sha256=${sign('sha256', 'geheim')}` }],
    ['with a SHA-1 signature', sha1, { 'X-Hub-Signature': `sha1=${sign('sha1', 'geheim')}` }],
    ['with a signature without a prefix', sha256, { 'x-hub-signature-256': sign('sha256', 'geheim').toUpperCase() }],
    ['with a signature in base64', { ...sha256, header: 'X-S' }, { 'x-s': sign('sha256', 'geheim', 'base64') }],
    ['with the password', login, basicAuth('hook', 'p:ä')],
  ])('accepts a sender %s', async (_, authentication, headers) => {
    const endpoint = await createEndpoint(rest, authentication);
    expectAccepted(await deliver(url(), endpoint, { body, headers }));
    const [acceptedDelivery] = await listDeliveries(rest, endpoint);
    expect(acceptedDelivery).toMatchObject({ verdict: 'ACCEPTED', status: 200, body });
    expect(acceptedDelivery).not.toHaveProperty('reason');
  });

  test.each<[string, Record<string, string>, Record<string, string>, string]>([
    ['without a token', token, {}, 'there is no header X-Gitlab-Token'],
    ['with another token', token, { 'x-gitlab-token': 'abc' }, 'the token is wrong'],
    ['with an empty token', token, { 'x-gitlab-token': '' }, 'the token is wrong'],
    ['without a signature', sha256, {}, 'there is no header X-Hub-Signature-256'],
    [
      'with the signature of another secret',
      sha256,
      { 'x-hub-signature-256': `sha256=${sign('sha256', 'x')}` },
      'the signature is wrong',
    ],
    [
      'with the signature of another hash',
      sha256,
      { 'x-hub-signature-256': `sha1=${sign('sha1', 'geheim')}` },
      'the signature is wrong',
    ],
    ['with an empty signature', sha1, { 'x-hub-signature': 'sha1=' }, 'the signature is wrong'],
    ['without a login', login, {}, 'there is no user name and password'],
    ['with another password', login, basicAuth('hook', 'x'), 'wrong user name or password'],
    ['with another name', login, basicAuth('admin', 'p:ä'), 'wrong user name or password'],
    ['with the login of the REST API', login, basicAuth('admin', 'admin'), 'wrong user name or password'],
  ])('refuses a sender %s', async (_, authentication, headers, reason) => {
    const endpoint = await createEndpoint(rest, authentication);
    expectUnauthorized(await deliver(url(), endpoint, { body, headers }), endpoint);
    const [refused] = await listDeliveries(rest, endpoint);
    expect(refused).toMatchObject({ verdict: 'REFUSED', reason, status: 401 });
    expect(refused).not.toHaveProperty('processedAt');
  });

  test('logs a refusal with its reason and without secrets', async () => {
    const endpoint = await createEndpoint(rest, { ...token, token: 'never to be seen' });
    await deliver(url(), endpoint, { body: '{"a":"never to be seen"}', headers: { 'x-gitlab-token': 'wrong-one' } });
    const lines = output()
      .split('\n')
      .filter((line) => line.includes(endpoint.id));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', msg: 'a webhook delivery was refused', reason: 'the token is wrong', status: 401 },
    ]);
    expect(output()).not.toMatch(/never to be seen|wrong-one/);
  });
});

describe('requests to an endpoint', () => {
  test('may have any depth of path in any alphabet, with plain or encoded slashes', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { path: '/équipe/東京/build/' });
    expect(endpoint.path).toBe('équipe/東京/build');
    for (const path of ['équipe/東京/build', encodeURIComponent('équipe/東京/build'), 'e\u0301quipe/東京/build/']) {
      expectAccepted(await deliver(url(), { ...endpoint, path }, { body }));
    }
    expect((await deliver(url(), { ...endpoint, path: 'équipe/東京/Build' }, { body })).text).toBe(
      'there is no webhook endpoint at /webhooks/équipe/東京/Build\n',
    );
  });

  test.each(['GET', 'PUT', 'DELETE'] as const)('with %s are refused if the endpoint expects POST', async (method) => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const reply = await deliver(url(), endpoint, { method });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST, HEAD, OPTIONS']);
    expect(await listDeliveries(rest, endpoint)).toEqual([]);
  });

  test('with a NUL in the path are 404', async () => {
    const response = await fetch(`${url()}/webhooks/a%00b`, { method: 'POST', body: '{}' });
    expect([response.status, await response.text()]).toEqual([404, 'there is no webhook endpoint at /webhooks/a?b\n']);
  });

  test('with OPTIONS return the method', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { type: 'events.GetWebhookEndpoint' });
    const reply = await deliver(url(), endpoint, { method: 'OPTIONS' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect((await deliver(url(), endpoint, { body })).status).toBe(405);
  });

  test('with HEAD and the validation request of CloudEvents succeed before a sender registers', async () => {
    const endpoint = await createEndpoint(rest, token);
    const head = await deliver(url(), endpoint, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await deliver(url(), { ...endpoint, path: 'nowhere' }, { method: 'HEAD' })).status).toBe(404);
    const deliverWith = async (headers: Readonly<Record<string, string>>) => {
      const reply = await deliver(url(), endpoint, { method: 'OPTIONS', headers });
      const names = ['allow', 'webhook-allowed-origin', 'webhook-allowed-rate'];
      return [reply.status, ...names.map((name) => reply.headers.get(name))];
    };
    const origin = { 'webhook-request-origin': 'events.example.com' };
    expect(await deliverWith(origin)).toEqual([200, 'POST, HEAD, OPTIONS', 'events.example.com', '*']);
    expect(await deliverWith({ ...origin, 'webhook-request-rate': '120' })).toContain('120');
    expect(await listDeliveries(rest, endpoint)).toEqual([]);
  });

  test.each([
    [
      'its fields',
      'command=%2Frelease&text=1.4.0&to=a&to=b&x=',
      '{"command":"/release","text":"1.4.0","to":["a","b"],"x":""}',
    ],
    ['the JSON in its field payload', 'a=1&payload=%7B%22id%22%3A1%7D', '{"id":1}'],
    ['nothing', '', ''],
  ])('with a form are stored as %s', async (_, sent, stored) => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    expectAccepted(await deliver(url(), endpoint, { body: sent, headers }));
    expect(await listDeliveries(rest, endpoint)).toMatchObject([{ body: stored, verdict: 'ACCEPTED' }]);
  });

  test('may have a body compressed with gzip', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const send = (sent: string | Buffer) =>
      deliver(url(), endpoint, { body: sent, headers: { 'content-encoding': 'gzip' } });
    expectAccepted(await send(gzipSync('{"a": "ü"}')));
    const bomb = await send(gzipSync(Buffer.alloc(9 * 1024 * 1024)));
    expect([bomb.status, bomb.text]).toEqual([413, 'the body is larger than 8388608 bytes\n']);
    const secondReply = await send('{"a": 1}');
    expect([secondReply.status, secondReply.text]).toEqual([400, 'the body is not valid gzip\n']);
    expect(await listDeliveries(rest, endpoint)).toMatchObject([{ body: '{"a": "ü"}' }]);
  });

  test('with GET keep the order of parameters, including repeated and empty ones', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { type: 'events.GetWebhookEndpoint' });
    const path = `${endpoint.path}?b=2&a=&b=1&b=&%C3%A9=%00x&__proto__=1`;
    expectAccepted(await deliver(url(), { ...endpoint, path }, { method: 'GET' }));
    const [delivery] = await listDeliveries(rest, endpoint);
    expect(delivery).toMatchObject({ method: 'GET', path: endpoint.path, body: '' });
    expect(JSON.stringify(delivery!.parameters)).toBe('{"a":[""],"b":["2","1",""],"é":["�x"],"__proto__":["1"]}');
  });

  test.each([
    ['nothing', '', undefined],
    ['any JSON', '[1, "ü"]', undefined],
    ['invalid JSON', '{"a":', 'the body is not valid JSON'],
    ['a number above the limit', '{"n":1e400}', `a number is larger than ${Number.MAX_VALUE}: send it as a text`],
    ['a form', 'payload=%7B%7D', 'the body is not valid JSON'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'the body is not valid UTF-8'],
    [
      'JSON that is nested too deep',
      `${'['.repeat(65)}${']'.repeat(65)}`,
      'the JSON is nested more than 64 levels deep',
    ],
    ['JSON of too many values', `[${'0,'.repeat(200_000)}0]`, 'the JSON contains more than 200000 values'],
  ])('with %s in the body are accepted, or refused with the reason', async (_, sent, refusal) => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    const expected = refusal === undefined ? [200, 'ACCEPTED', refusal] : [400, 'REFUSED', refusal];
    expect((await deliver(url(), endpoint, { body: sent })).status).toBe(expected[0]);
    const [acceptedDelivery] = await listDeliveries(rest, endpoint);
    expect([acceptedDelivery?.status, acceptedDelivery?.verdict, acceptedDelivery?.reason]).toEqual(expected);
  });

  test('with a body over the limit are refused, and the body is not stored', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    expectAccepted(await deliver(url(), endpoint, { body: JSON.stringify('x'.repeat(8 * 1024 * 1024 - 2)) }));
    const reply = await deliver(url(), endpoint, { body: JSON.stringify('x'.repeat(8 * 1024 * 1024)) });
    expect([reply.status, reply.text]).toEqual([413, 'the body is larger than 8388608 bytes\n']);
    const scripted = await createEndpoint(rest, {
      type: 'events.JythonScriptAuthentication',
      authenticationScript: 'authenticated = True',
    });
    expect((await deliver(url(), scripted, { body: JSON.stringify('x'.repeat(256 * 1024)) })).status).toBe(413);
    const compressed = await deliver(url(), endpoint, { body, headers: { 'content-encoding': 'br' } });
    expect(compressed.status).toBe(415);
    const [delivery, ...others] = await listDeliveries(rest, endpoint);
    expect([others.length, delivery!.body.length, delivery!.bodyLength]).toEqual([0, 4096, 8 * 1024 * 1024]);
    const storedDelivery = await rest.get<{ body: string }>(`/webhooks/${endpoint.id}/deliveries/${delivery!.id}`);
    expect(storedDelivery.body).toHaveLength(8 * 1024 * 1024);
  });

  test('use the current state of the endpoint: changed, disabled, deleted', async () => {
    const endpoint = await createEndpoint(rest, { ...token, token: 'first' });
    const call = (gitlabToken: string, at = endpoint) =>
      deliver(url(), at, { body, headers: { 'x-gitlab-token': gitlabToken } });
    expectAccepted(await call('first'));
    await rest.put(`/config/${endpoint.id}`, { authentication: { token: 'second' } });
    expectUnauthorized(await call('first'), endpoint);
    expectAccepted(await call('second'));
    await rest.put(`/config/${endpoint.id}`, { enabled: 'false' });
    expect((await call('second')).status).toBe(404);
    const moved = { ...endpoint, path: 'elsewhere' };
    await rest.put(`/config/${endpoint.id}`, { enabled: true, path: moved.path });
    expect((await call('second')).status).toBe(404);
    expectAccepted(await call('second', moved));
    await rest.sendForNoContent('DELETE', `/config/${endpoint.id}`);
    expect((await call('second', moved)).status).toBe(404);
  });
});
