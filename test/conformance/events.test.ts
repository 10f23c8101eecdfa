import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import {
  createEndpoint,
  deliver,
  expectAccepted,
  expectUnauthorized,
  listDeliveries,
} from '../harness/webhooks/endpoints.ts';

// rest-api.md, section Events: the rules without scripts. events-scripts.test.ts has the rules with scripts.
const { rest, url } = serve({ CONTEXT_ROOT: '/slipway' });

const noAuthentication = { type: 'events.NoAuthentication' };
const token = { type: 'events.TokenAuthentication', token: 'open sesame' };

describe('inbound webhook endpoints', () => {
  test('the address is {base_url}/webhooks/<endpoint_path>', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { path: 'some/path' });
    expect(url()).toMatch(/\/slipway$/);
    expectAccepted(await deliver(url(), endpoint, { body: '{}' }));
    expect((await deliver(url().replace('/slipway', ''), endpoint, { body: '{}' })).status).toBe(404);
    const reply = await deliver(url(), { ...endpoint, path: 'some/other' }, { body: '{}' });
    expect([reply.status, reply.text]).toEqual([404, 'there is no webhook endpoint at /webhooks/some/other\n']);
  });

  test('the HTTP method is chosen per endpoint: GET', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { type: 'events.GetWebhookEndpoint' });
    expectAccepted(await deliver(url(), { ...endpoint, path: `${endpoint.path}?token=1` }, { method: 'GET' }));
    expect((await deliver(url(), endpoint)).status).toBe(405);
  });

  test('the HTTP method is chosen per endpoint: POST, whose body is stored', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication);
    expectAccepted(await deliver(url(), endpoint, { body: '{"a": [1]}' }));
    expect((await deliver(url(), endpoint, { method: 'GET' })).status).toBe(405);
    expect((await listDeliveries(rest, endpoint)).map(({ body }) => body)).toEqual(['{"a": [1]}']);
  });

  test('each endpoint has an authentication method, and none requires a login', async () => {
    const endpoint = await createEndpoint(rest, token);
    const login = { authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` };
    expectUnauthorized(await deliver(url(), endpoint, { body: '{}', headers: login }), endpoint);
    expectAccepted(await deliver(url(), endpoint, { body: '{}', headers: { 'x-gitlab-token': 'open sesame' } }));
  });

  test('a push in the format of GitHub', async () => {
    const secret = "It's a Secret to Everybody";
    const endpoint = await createEndpoint(rest, { type: 'events.SignatureAuthentication', secret });
    // the example of GitHub's documentation
    const headers = {
      'X-Hub-Signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    };
    expect(`sha256=${createHmac('sha256', secret).update('Hello, World!').digest('hex')}`).toBe(
      headers['X-Hub-Signature-256'],
    );
    const body = '{"ref":"refs/heads/main"}';
    expectUnauthorized(await deliver(url(), endpoint, { body, headers }), endpoint);
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    expectAccepted(await deliver(url(), endpoint, { body, headers: { 'X-Hub-Signature-256': signature } }));
  });
});

describe('outcomes', () => {
  test('accepted: 200 with an empty body', async () => {
    const reply = await deliver(url(), await createEndpoint(rest, noAuthentication), { body: '{}' });
    expect([reply.status, reply.text, reply.headers.get('content-length')]).toEqual([200, '', '0']);
    expect(reply.headers.get('content-language')).toBe('en');
  });

  test('rejected: 401 with a text that contains the endpoint and the method', async () => {
    const endpoint = await createEndpoint(rest, token, { title: 'Push “main”' });
    const reply = await deliver(url(), endpoint, { body: '{}' });
    expect([reply.status, reply.headers.get('content-type'), reply.text]).toEqual([
      401,
      'application/json',
      `Unauthorized request for '${endpoint.id} (Push “main”)' (authentication method: events.TokenAuthentication)`,
    ]);
  });
});

describe('endpoints are configuration objects', () => {
  test('the path is set by an administrator when the endpoint is created', async () => {
    const { path } = await createEndpoint(rest, noAuthentication, { path: '/chosen/path' });
    expect(path).toBe('chosen/path');
    expect(await rest.sendForError('POST', '/config', { type: 'events.PostWebhookEndpoint', title: 'Hook' })).toBe(
      '400 path: expected a text',
    );
  });
});
