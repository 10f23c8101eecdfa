import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { sendRaw } from '../harness/rest/raw-request.ts';
import { type Configuration, createEndpoint, listDeliveries } from '../harness/webhooks/endpoints.ts';

/** Deliveries in the formats of repository hosts, build servers and chats. */
const { rest, url } = serve();

const secret = 'a secret of both';
const signed = (body: string, algorithm: 'sha256' | 'sha1' = 'sha256') =>
  createHmac(algorithm, secret).update(body).digest('hex');

const token = (header: string) => ({ type: 'events.TokenAuthentication', header, token: secret });
const signature = (fields: object) => ({ type: 'events.SignatureAuthentication', secret, ...fields });

/** A push event in the format of each sender. */
const push = {
  ref: 'refs/heads/main',
  repository: { name: 'rocket' },
  commits: [{ id: 'a1b2c3', message: 'Fix ünïcode & co' }],
};
const pushed = JSON.stringify(push);
const asForm = `payload=${encodeURIComponent(pushed)}`;
const form = 'application/x-www-form-urlencoded';

interface Sender {
  readonly authentication: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** the body in the ledger */
  readonly kept: string;
}

const senders: Readonly<Record<string, Sender>> = {
  'a repository host that signs JSON': {
    authentication: signature({ algorithm: 'SHA256' }),
    headers: {
      'User-Agent': 'Repository-Hookshot/044aadd',
      'Content-Type': 'application/json',
      Accept: '*/*',
      'X-GitHub-Event': 'push',
      'X-GitHub-Delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
      'X-Hub-Signature': `sha1=${signed(pushed, 'sha1')}`,
      'X-Hub-Signature-256': `sha256=${signed(pushed)}`,
    },
    body: pushed,
    kept: pushed,
  },
  'the same host with the content type that it proposes': {
    authentication: signature({ algorithm: 'SHA1' }),
    headers: { 'Content-Type': form, 'X-GitHub-Event': 'push', 'X-Hub-Signature': `sha1=${signed(asForm, 'sha1')}` },
    body: asForm,
    kept: pushed,
  },
  'a host that sends its token, and a key for repeated deliveries': {
    authentication: token('X-Gitlab-Token'),
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'GitLab/17.1.0-pre',
      'Idempotency-Key': 'f5e5f430-f57b-4e6e-9fac-d9128cd7232f',
      'X-Gitlab-Event': 'Push Hook',
      'X-Gitlab-Webhook-UUID': '13792a34-cac6-4fda-95a8-c58e00a3954e',
      'X-Gitlab-Instance': 'https://git.example.com',
      'X-Gitlab-Token': secret,
    },
    body: pushed,
    kept: pushed,
  },
  'a host that signs with the usual header and names the charset': {
    authentication: signature({ algorithm: 'SHA256', header: 'X-Hub-Signature' }),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Hooks/2.0',
      'X-Event-Key': 'repo:refs_changed',
      'X-Request-UUID': 'af2c9f0d-8f4e-4bb6-b9d1-0f2c54e1f2a7',
      'X-Attempt-Number': '1',
      'X-Hub-Signature': `sha256=${signed(pushed)}`,
    },
    body: pushed,
    kept: pushed,
  },
  'a host that only asks whether anybody is there': {
    authentication: { type: 'events.NoAuthentication' },
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Event-Key': 'diagnostics:ping' },
    body: '{"test":true}',
    kept: '{"test":true}',
  },
  'a host that signs with bare hexadecimal digits': {
    authentication: signature({ header: 'X-Gitea-Signature' }),
    headers: { 'Content-Type': 'application/json', 'X-Gitea-Event': 'push', 'X-Gitea-Signature': signed(pushed) },
    body: pushed,
    kept: pushed,
  },
  'a build server that logs in': {
    authentication: { type: 'events.BasicAuthentication', username: 'builder', password: secret },
    headers: {
      'Content-Type': 'application/json;charset=UTF-8',
      'User-Agent': 'Java/17.0.2',
      Accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
      Authorization: `Basic ${Buffer.from(`builder:${secret}`).toString('base64')}`,
    },
    body: '{"name":"rocket","build":{"number":17,"phase":"FINALIZED","status":"SUCCESS"}}\n',
    kept: '{"name":"rocket","build":{"number":17,"phase":"FINALIZED","status":"SUCCESS"}}\n',
  },
  'a notification service that calls its JSON a text': {
    authentication: { type: 'events.NoAuthentication' },
    headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' },
    body: '{"Type":"Notification","Message":"{\\"a\\":1}"}',
    kept: '{"Type":"Notification","Message":"{\\"a\\":1}"}',
  },
  'a chat whose buttons send a form': {
    authentication: { type: 'events.NoAuthentication' },
    headers: { 'Content-Type': `${form}; charset=utf-8` },
    body: 'payload=%7B%22type%22%3A%22block_actions%22%2C%22text%22%3A%22a+%2B+b%22%7D&ssl_check=0',
    kept: '{"type":"block_actions","text":"a + b"}',
  },
};

const deliverRaw = ({ path }: Configuration, { headers, body }: Pick<Sender, 'headers' | 'body'>) => {
  const bytes = Buffer.from(body);
  const length = { 'Content-Length': String(bytes.length) };
  return sendRaw(url(), {
    method: 'POST',
    path: `/webhooks/${path}`,
    headers: { ...headers, ...length },
    body: bytes,
    login: null,
  });
};

test.each(Object.entries(senders))('%s is accepted', async (_, sender) => {
  const endpoint = await createEndpoint(rest, sender.authentication);
  const { status, text } = await deliverRaw(endpoint, sender);
  expect([status, text]).toEqual([200, '']);
  const [delivery] = await listDeliveries(rest, endpoint);
  expect(delivery).toMatchObject({ verdict: 'ACCEPTED', body: sender.kept });
});

test('a push in a form creates the same release as a push in JSON', async () => {
  const template = await rest.post<{ id: string }>('/templates', {
    title: 'Pushed',
    phases: [{ title: 'P', tasks: [{ title: 'work' }] }],
  });
  const endpoint = await createEndpoint(rest, { type: 'events.NoAuthentication' });
  await rest.post('/triggers', {
    type: 'events.EventBasedTrigger',
    title: 'Pushed',
    template: template.id,
    eventSource: endpoint.id,
    enabled: true,
    eventFilter: {
      type: 'events.ExpressionEventFilter',
      expressions: [{ path: 'event.ref', operator: 'EQUALS', value: push.ref }],
    },
    mappedProperties: [
      {
        type: 'StringValue',
        targetProperty: 'releaseTitle',
        value: '${event.repository.name}: ${event.commits[0].message}',
      },
    ],
  });
  for (const [type, body] of [
    ['application/json', pushed],
    [form, asForm],
  ] as const) {
    expect((await deliverRaw(endpoint, { headers: { 'Content-Type': type }, body })).status).toBe(200);
  }
  const title = 'rocket: Fix ünïcode & co';
  await expect
    .poll(
      async () =>
        (await rest.get<{ title: string }[]>(`/releases/byTitle?releaseTitle=${encodeURIComponent(title)}`)).length,
    )
    .toBe(2);
});

test('a script that verifies a signature itself gets the original body of the form', async () => {
  const script = 'authenticated = rawBody.startswith("payload=") and payload["ref"] == "refs/heads/main"';
  const endpoint = await createEndpoint(rest, {
    type: 'events.JythonScriptAuthentication',
    authenticationScript: script,
  });
  const headers = { 'Content-Type': form };
  expect((await deliverRaw(endpoint, { headers, body: asForm })).status).toBe(200);
});

test('a form without the field payload is stored as an object of its fields', async () => {
  const endpoint = await createEndpoint(rest, { type: 'events.NoAuthentication' });
  const { status } = await deliverRaw(endpoint, { headers: { 'Content-Type': form }, body: 'a=1&b=2' });
  expect([status, (await listDeliveries(rest, endpoint))[0]?.body]).toEqual([200, '{"a":"1","b":"2"}']);
});

const multipart = 'multipart/form-data; boundary=xyz';
const partsOf = (...parts: readonly string[]) => `${parts.map((part) => `--xyz\r\n${part}\r\n`).join('')}--xyz--\r\n`;
const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = 'Content-Disposition: form-data; name="thumb"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nbytes';

test.each([
  ['with the field payload', multipart, partsOf(field('payload', pushed), file), [200, pushed]],
  [
    'with other fields',
    multipart,
    partsOf(field('from', 'ünï'), field('to', 'a'), field('to', 'b')),
    [200, '{"from":"ünï","to":["a","b"]}'],
  ],
  ['without a boundary', 'multipart/form-data', 'x', [400, 'x']],
  ['that is cut off', multipart, '--xyz\r\nContent-Disp', [400, '--xyz\r\nContent-Disp']],
  [
    'with too many parts',
    multipart,
    partsOf(...Array(1_001).fill(field('a', '1'))),
    [400, expect.stringContaining('form-data; name="a"')],
  ],
])('a multipart form %s', async (_, type, body, expected) => {
  const endpoint = await createEndpoint(rest, { type: 'events.NoAuthentication' });
  const { status } = await deliverRaw(endpoint, { headers: { 'Content-Type': type }, body });
  expect([status, (await listDeliveries(rest, endpoint))[0]?.body]).toEqual(expected);
});
