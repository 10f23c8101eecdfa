import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createEgress } from '../index.ts';
import { policy, testRequest } from '../testing/requests.ts';
import { noOptions, refusal, send, startTestServer, textOf } from '../testing/test-servers.ts';
import { secretsOf } from './connection.ts';

const inBase64 = (text: string) => Buffer.from(text).toString('base64');
/** A form that no mask matches, because the separators differ. */
const withSigns = (text: string) => [...text].map((item, index) => item + (index % 2 === 0 ? '~' : '^')).join('');
/** A server that returns the received credentials, in that form. */
const startRecordingServer = () =>
  startTestServer(({ headers: { authorization = '-' } }, response) => void response.end(withSigns(authorization)));
const sendAndRead = async (...args: Parameters<typeof send>) => textOf(await send(...args)).replace(/[~^]/g, '');
const connection = (url: string, more: Readonly<Record<string, unknown>> = {}) => ({
  connection: { id: 'c', properties: { url, username: 'joe', password: 'hunter2hunter2', ...more } },
});
const basicOf = (text: string) => `Basic ${inBase64(text)}`;

test.each([
  [undefined, basicOf('joe:hunter2hunter2')],
  ['Basic', basicOf('joe:hunter2hunter2')],
  ['None', '-'],
  ['Bearer', 'Bearer hunter2hunter2'],
  ['PAT', 'Bearer hunter2hunter2'],
  ['Own way', '-'],
])('with the method %s, the server of a connection receives %s', async (authenticationMethod, expected) => {
  const url = await startRecordingServer();
  expect(await sendAndRead(testRequest(`${url}/a`), { sending: connection(url, { authenticationMethod }) })).toBe(
    expected,
  );
});

test('NTLM is rejected', async () => {
  const url = await startRecordingServer();
  expect(await send(testRequest(url), { sending: connection(url, { authenticationMethod: 'Ntlm' }) })).toEqual(
    refusal('HttpRefused', 'NTLM authentication is not supported: configure the server for Basic, a token or OAuth2'),
  );
});

test('credentials of a script have priority, and a mask is replaced by the credentials of the connection', async () => {
  const url = await startRecordingServer();
  const sending = connection(url);
  const credentials = { username: 'ann', password: '********', domain: null };
  expect(await sendAndRead(testRequest(url, { credentials }), { sending })).toBe(basicOf('ann:hunter2hunter2'));
  expect(await sendAndRead(testRequest(url, { credentials: { ...credentials, password: 'other' } }), { sending })).toBe(
    basicOf('ann:other'),
  );
  expect(await sendAndRead(testRequest(url.replace('//', '//u%40x:p@')), { sending })).toBe(basicOf('u@x:p'));
  expect(await sendAndRead(testRequest(url, { headers: [['Authorization', 'Own x']] }), { sending })).toBe('Own x');
});

test('a script without credentials sends none, independent of its connection', async () => {
  const url = await startRecordingServer();
  const credentials = { username: null, password: null, domain: null };
  for (const authenticationMethod of ['Basic', 'Bearer', 'Ntlm'])
    expect(
      await sendAndRead(testRequest(url, { credentials }), { sending: connection(url, { authenticationMethod }) }),
    ).toBe('-');
  expect(
    await sendAndRead(testRequest(url.replace('//', '//u:p@'), { credentials }), { sending: connection(url) }),
  ).toBe(basicOf('u:p'));
});

test('a mask without a known secret is rejected, and so is a mask for another host', async () => {
  const url = await startRecordingServer();
  const sent = testRequest(url, { credentials: { username: 'ann', password: '********', domain: null } });
  const sentence = 'the password is a mask, and no configuration for this host has the password';
  expect(await send(sent)).toEqual(refusal('HttpRefused', sentence));
  expect(await send(sent, { sending: connection('http://other.example') })).toEqual(refusal('HttpRefused', sentence));
});

test('another host or port receives no credentials of a connection, nor does its own without the required protection', async () => {
  const url = await startRecordingServer();
  for (const home of ['http://other.example', 'http://127.0.0.1:1', url.replace('http:', 'https:'), ''])
    expect(await sendAndRead(testRequest(url), { sending: connection(home) })).toBe('-');
});

test('user names in a URL are in no response and no message', async () => {
  const url = await startTestServer((request, response) => void response.end(request.headers.host));
  const reply = await send(testRequest(`${url.replace('//', '//joe:hunter2@')}/a`));
  expect('value' in reply && reply.value.url).toBe(`${url}/a`);
  expect(await send(testRequest('http://joe:hunter2@10.0.0.1/'))).toMatchObject({
    refused: { message: expect.not.stringMatching(/joe|hunter2/) },
  });
});

test('a secret of a connection is sent to no other host, in any encoding and in any part of a request', async () => {
  const url = await startRecordingServer();
  const secrets = secretsOf({ url: 'https://home.example' }, ['hunter2 & more']);
  const sentence = `the request to ${new URL(url).host} contains a secret of a configuration for another host`;
  const hidden = [
    testRequest(`${url}/?q=hunter2+%26+more`),
    testRequest(url, { headers: [['X-Key', 'hunter2 & more']] }),
    testRequest(url, { headers: [['Authorization', basicOf('joe:hunter2 & more')]] }),
    testRequest(url, { method: 'POST', body: { text: '{"p": "hunter2 & more"}' } }),
    testRequest(url, { method: 'POST', body: { base64: inBase64('hunter2 & more') } }),
    testRequest(url, { credentials: { username: 'a', password: 'hunter2 & more', domain: null } }),
  ];
  for (const item of hidden)
    expect(await send(item, { sending: { secrets } })).toEqual(refusal('HttpRefused', sentence));
  const home = { sending: { secrets: secretsOf({ url, other: 'https://home.example' }, ['hunter2 & more']) } };
  for (const item of hidden) expect(await send(item, home)).toMatchObject({ value: { status: 200 } });
  const otherHost = { sending: { secrets: secretsOf({ url: 'http://127.0.0.1:1' }, ['hunter2 & more']) } };
  for (const item of hidden) expect(await send(item, otherHost)).toEqual(refusal('HttpRefused', sentence));
  const free = { sending: { secrets: secretsOf({ title: 'no url' }, ['hunter2 & more']) } };
  for (const item of hidden) expect(await send(item, free)).toMatchObject({ value: { status: 200 } });
});

test('a secret does not follow a redirect to another host', async () => {
  const url = await startTestServer((_request, response) => {
    response.writeHead(307, { location: 'http://127.0.0.2:1/' }).end();
  });
  const secrets = secretsOf({ url }, ['hunter2hunter2']);
  expect(
    await send(testRequest(url, { method: 'POST', body: { text: 'hunter2hunter2' } }), { sending: { secrets } }),
  ).toEqual(refusal('HttpRefused', 'the request to 127.0.0.2:1 contains a secret of a configuration for another host'));
});

test('secrets are masked in all parts of a response', async () => {
  const url = await startTestServer((_request, response) => {
    response.sendDate = false;
    response.writeHead(
      200,
      'is hunter2',
      [
        ['X-Key', 'hunter2'],
        ['Location', '/?key=hunter2'],
      ].flat(),
    );
    response.end(`{"password": "hunter2", "basic": "${inBase64('joe:hunter2')}", "short": "abc"}`);
  });
  const secrets = ['hunter2', 'abc'].map((value) => ({ value, hosts: null }));
  expect(await send(testRequest(`${url}/?q=hunter2`), { sending: { secrets } })).toEqual({
    value: {
      status: 200,
      reason: 'is ********',
      url: `${url}/?q=********`,
      headers: [
        ['X-Key', '********'],
        ['Location', '/?key=********'],
      ],
      body: { text: expect.stringMatching(/^\{"password": "\*{8}", "basic": "[^"]*\*{8}[^"]*", "short": "abc"\}$/) },
    },
  });
});

/** A server that issues tokens at `/token` and returns the credentials of other requests. */
async function withTokens(answer: (count: number, request: IncomingMessage) => readonly [number, string]) {
  const received: string[] = [];
  const url = await startTestServer((request, response) => {
    if (request.url !== '/token') {
      const known = request.headers.authorization === `Bearer token-${received.length}`;
      return void response.writeHead(known ? 200 : 401).end(request.headers.authorization);
    }
    void request.toArray().then((body) => {
      received.push(`${request.method} ${request.headers.authorization} ${Buffer.concat(body)}`);
      const [status, text] = answer(received.length, request);
      response.writeHead(status).end(text);
    });
  });
  const properties = {
    authenticationMethod: 'OAuth2',
    accessTokenUrl: `${url}/token`,
    clientId: 'a b',
    clientSecret: 's&cret',
    scope: 'read',
  };
  return { url, asked: received, sending: { ...noOptions, ...connection(url, properties) } };
}
const tokens = (seconds: number) =>
  withTokens((count) => [
    200,
    JSON.stringify({ access_token: `token-${count}`, token_type: 'bearer', expires_in: seconds }),
  ]);

test('an OAuth2 token is fetched once, cached while it is valid, and masked', async () => {
  const { url, asked: received, sending } = await tokens(3_600);
  const egress = createEgress(policy);
  for (const _ of [1, 2, 3])
    expect(await egress.send(testRequest(url), sending)).toMatchObject({
      value: { status: 200, body: { text: 'Bearer ********' } },
    });
  expect(received).toEqual([`POST ${basicOf('a+b:s%26cret')} grant_type=client_credentials&scope=read`]);
});

test('a token that expires soon, is rejected, or belongs to a changed connection is fetched again', async () => {
  const soon = await tokens(30);
  const egress = createEgress(policy);
  for (const count of [1, 2]) {
    await egress.send(testRequest(soon.url), soon.sending);
    expect(soon.asked).toHaveLength(count);
  }
  const { url, asked: received, sending } = await tokens(3_600);
  await egress.send(testRequest(url), sending);
  received.push('the server has forgotten the first one');
  expect(await egress.send(testRequest(url), sending)).toMatchObject({ value: { status: 401 } });
  expect(await egress.send(testRequest(url), sending)).toMatchObject({ value: { status: 200 } });
  const { id, properties } = sending.connection;
  await egress.send(testRequest(url), {
    ...sending,
    connection: { id, properties: { ...properties, scope: 'write' } },
  });
  expect(received).toHaveLength(4);
});

test.each([
  [401, '{}', 'the accessTokenUrl returned 401 for the client id and secret of the configuration'],
  [302, '{}', 'the accessTokenUrl returned 302 for the client id and secret of the configuration'],
  [200, 'no JSON', 'the response of the accessTokenUrl contains no access token'],
  [200, '{}', 'the response of the accessTokenUrl contains no access token'],
  [
    200,
    '{"access_token": "a b"}',
    'the response of the accessTokenUrl contains an access token that is not valid in a header',
  ],
])('a rejected token is reported (%i %s)', async (status, text, sentence) => {
  const { url, sending } = await withTokens(() => [status, text]);
  expect(await send(testRequest(url), { sending })).toEqual(refusal('HttpFailed', sentence));
});

test('the accessTokenUrl is checked as well', async () => {
  const url = await startRecordingServer();
  const sending = connection(url, { authenticationMethod: 'OAuth2', accessTokenUrl: 'http://169.254.169.254/' });
  expect(await send(testRequest(url), { sending })).toMatchObject({
    refused: { message: expect.stringContaining('169.254.169.254:80 cannot be reached') },
  });
});
