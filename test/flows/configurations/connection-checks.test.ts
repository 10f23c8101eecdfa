import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import type { Configuration } from '../../harness/webhooks/endpoints.ts';

const { rest } = serve();
const requests: string[] = [];
let address = '';

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const { method, url = '', headers } = request;
  requests.push(`${method} ${url} ${headers.accept}`);
  if (url === '/only-get') return void response.writeHead(method === 'GET' ? 200 : 405).end();
  if (url === '/gone') return void response.writeHead(404).end();
  const isAuthenticated = headers.authorization === `Basic ${Buffer.from('joe:hunter2').toString('base64')}`;
  response.writeHead(isAuthenticated ? 200 : 401).end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const connection = (more: object = {}) => ({ url: address, username: 'joe', password: 'hunter2', ...more });
const check = (properties: object, id?: string) =>
  rest.post('/config/status', { type: 'configuration.HttpConnection', id, properties });
const good = { success: true, scriptFound: true };
/** Members of an error that contain its message as data. */
const messageMembers = { code: expect.any(String), params: expect.any(Object) };
const bad = (errorText: string) => ({ success: false, errorText, scriptFound: true, ...messageMembers });

test('the check calls the server of an HTTP connection with the login of the connection', async () => {
  requests.length = 0;
  expect(await check(connection())).toEqual(good);
  expect(requests).toEqual(['HEAD / */*']);
  const host = address.slice('http://'.length);
  expect(await check(connection({ password: 'other' }))).toEqual(
    bad(`${host} returned 401 Unauthorized: it does not accept the credentials of the connection`),
  );
  expect(await check(connection({ url: `${address}/gone` }))).toEqual(bad(`${host} returned 404 Not Found`));
  expect(await check(connection({ url: `${address}/only-get` }))).toEqual(good);
});

test('a check accepts the same body as a save', async () => {
  const body = { ...connection(), type: 'configuration.HttpConnection', title: 'New', folderId: null };
  expect(await rest.post('/config/status', body)).toEqual(good);
  const both = { ...body, url: 'http://169.254.169.254/', properties: { url: address } };
  expect(await rest.post('/config/status', both)).toEqual(good);
});

test('the check uses the path and the content type of the connection', async () => {
  requests.length = 0;
  const more = { checkConfigurationPath: '/server/info', checkConfigurationContentType: 'application/xml' };
  expect(await check(connection(more))).toEqual(good);
  expect(requests).toEqual(['HEAD /server/info application/xml']);
});

test('a stored connection is checked with its secrets, also while a user edits it', async () => {
  const body = { ...connection(), type: 'configuration.HttpConnection', title: 'Stored' };
  const { id } = await rest.post<Configuration>('/config', body);
  expect(await rest.post(`/config/${id}/status`)).toEqual(good);
  expect(await check(connection({ password: '********' }), id)).toEqual(good);
  expect(await check(connection({ password: '********' }))).toEqual({
    success: false,
    errorText: 'password: the value is a mask, but no secret is stored',
    scriptFound: false,
    ...messageMembers,
  });
});

test('a stored secret is sent only to the stored server, and only through the stored proxy', async () => {
  const tokens = { clientId: 'a', clientSecret: 'hunter3', accessTokenUrl: `${address}/token` };
  const body = { ...connection(tokens), type: 'configuration.HttpConnection', title: 'Kept at home' };
  const { id } = await rest.post<Configuration>('/config', body);
  const masked = connection({ ...tokens, password: '********', clientSecret: '********' });
  const { port } = new URL(address);
  requests.length = 0;
  for (const [name, value] of [
    ['url', address.replace('127.0.0.1', '127.0.0.2')],
    ['accessTokenUrl', `http://127.0.0.1:${Number(port) - 1}/token`],
    ['proxyHost', '127.0.0.1'],
    ['proxyPort', port],
  ] as const)
    expect(await check({ ...masked, [name]: value }, id)).toEqual({
      success: false,
      errorText: `clientSecret, password: '${name}' points to another server than before: send the secret again, unmasked`,
      scriptFound: false,
      ...messageMembers,
    });
  expect(requests).toEqual([]);
  expect(await check({ ...masked, url: `${address}/other` }, id)).toEqual(good);
  expect(await check({ ...masked, username: 'ann' }, id)).toMatchObject({ success: false, scriptFound: true });
  expect(requests).toEqual(['HEAD /other */*', 'HEAD / */*']);
});

test('a forbidden target is refused with one sentence, and no response contains a secret', async () => {
  expect(await check(connection({ url: 'http://169.254.169.254/' }))).toEqual(
    bad(
      '169.254.169.254:80 cannot be reached: its name is unknown, or the operator does not allow it (SCRIPT_HTTP_ALLOW)',
    ),
  );
  const text = JSON.stringify(await check(connection({ url: `${address}/gone?key=hunter2` })));
  expect(text).not.toContain('hunter2');
});

test('a password that occurs in the host of the url is masked in the error message', async () => {
  expect(await check(connection({ url: `${address}/gone`, password: 'http' }))).toEqual(
    bad(`${address.slice('http://'.length)} returned 404 Not Found`),
  );
  expect(await check(connection({ url: `${address}/gone`, password: '127.0.0.1' }))).toEqual(
    bad('******** returned 404 Not Found'),
  );
});

test('a connection without a server is checked only for completeness', async () => {
  expect(await rest.post('/config/status', { type: 'unknown.Type', properties: { url: address } })).toEqual({
    success: true,
    scriptFound: false,
  });
  expect(await check({ url: '' })).toEqual(bad('the connection has no url'));
});
