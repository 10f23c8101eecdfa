import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';

// Scripts with which plugins check their configurations (script-api.md, Plugin packaging).
const { rest } = serve();
const requests: string[] = [];
let url = '';
const server = createServer((request, response) => {
  requests.push(
    `${request.method} ${request.url} ${request.headers.authorization ?? request.headers['x-api-key'] ?? '-'}`,
  );
  if (request.url?.startsWith('/echo')) return void response.end(JSON.stringify(request.headers));
  response.writeHead(request.url === '/gone' ? 404 : 200).end('{"api_version": "v4"}');
});

const own = (name: string, more = '') =>
  `<type type="acme.${name}" extends="configuration.HttpConnection">${more}</type>`;
const hidden = (name: string, value: string) => `<property name="${name}" hidden="true" default="${value}"/>`;
const types = [
  own('Server'),
  own(
    'Keyed',
    `<property name="apiKey" password="true"/>${hidden('scriptLocation', 'acme/check/Keyed.py')}${hidden('checkConfigurationPath', '/info')}`,
  ),
  own(
    'Plain',
    hidden('scriptLocation', 'configuration/HttpConnectionCheck.py') + hidden('checkConfigurationPath', '/gone'),
  ),
  own('Broken'),
  own('Missing', hidden('scriptLocation', 'acme/Nowhere.py')),
  own('Restless'),
  own('Curious'),
  own('Printing'),
  '<type type="acme.Settings" extends="xlrelease.Configuration"><property name="word"/></type>',
].join('');
const files = {
  'META-INF/MANIFEST.MF': manifest,
  'synthetic.xml': synthetic(types),
  'acme/Server.py': `
params = {'url': configuration.url, 'username': configuration.username, 'password': configuration.password,
          'proxyHost': configuration.proxyHost}
response = HttpRequest(params).get('/', contentType = 'application/json')
if response.status != 200:
    sys.exit(1)
`,
  'acme/check/Keyed.py': `
import json, time
time.sleep(0.01)
response = HttpRequest(configuration).get(configuration.checkConfigurationPath, headers = {'x-api-key': configuration.apiKey, 'Authorization': 'own'})
if json.loads(response.getResponse())['api_version'] != 'v4':
    raise Exception('unknown version')
`,
  'acme/Broken.py': `
response = HttpRequest(configuration).get('/gone')
if not response.isSuccessful() or response.status == 404:
    print 'asked', configuration.title, 'with', configuration.password
    raise Exception('Bad answer: %s' % response.status)
`,
  'acme/Restless.py': 'import time\ntime.sleep(3600)',
  'acme/Curious.py': `
for each in range(30):
    HttpRequest(configuration).get('/')
`,
  'acme/Printing.py': "print HttpRequest(configuration).get('/echo').response\nsys.exit(1)",
  'acme/Settings.py': "if configuration.word != 'magic': raise ValueError('not the word')",
};

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await rest.post('/plugins', fileForm(await jarOf(files)));
});
afterAll(() => {
  server.close();
});

const check = (type: string, properties: object = {}) => {
  requests.length = 0;
  return rest.post('/config/status', {
    type,
    properties: { url, username: 'joe', password: 'hunter2', ...properties },
  });
};
const good = { success: true, scriptFound: true };
/** Members of an error that contain its message as data. */
const messageMembers = { code: expect.any(String), params: expect.any(Object) };
const bad = (errorText: unknown) => ({ success: false, errorText, scriptFound: true, ...messageMembers });
const basic = `Basic ${Buffer.from('joe:hunter2').toString('base64')}`;

test('the script with the name of the type runs with the configuration', async () => {
  expect(await check('acme.Server')).toEqual(good);
  expect(requests).toEqual([`GET / ${basic}`]);
});

test('a type may name its script, and the script may pause', async () => {
  expect(await check('acme.Keyed', { apiKey: 'k-123456' })).toEqual(good);
  expect(requests).toEqual(['GET /info own']);
});

test('a type may use the built-in check of the product', async () => {
  expect(await check('acme.Plain')).toEqual(bad(`${url.slice('http://'.length)} returned 404 Not Found`));
  expect(requests).toEqual([`HEAD /gone ${basic}`]);
});

test('exceptions and output of a script are returned with the secrets masked', async () => {
  expect(await check('acme.Broken')).toEqual(bad('Exception: Bad answer: 404 (line 5)\nasked  with ********'));
  expect(await check('acme.Printing')).toEqual(bad(expect.stringContaining('"authorization":"Basic ')));
  expect(JSON.stringify(await check('acme.Printing'))).not.toMatch(/hunter2|aHVudGVyM|h1bnRlcj|odW50ZXIy/);
});

test('a stored configuration is checked with its secrets', async () => {
  const body = { type: 'acme.Server', title: 'Stored', url, username: 'joe', password: 'hunter2' };
  const { id } = await rest.post<{ id: string }>('/config', body);
  requests.length = 0;
  expect(await rest.post(`/config/${id}/status`)).toEqual(good);
  expect(requests).toEqual([`GET / ${basic}`]);
});

test('a check that does not end is stopped with an error message', async () => {
  expect(await check('acme.Restless')).toEqual(bad('a check may pause for 5 s in all'));
  expect(await check('acme.Curious')).toEqual(bad('a check may make 20 requests'));
  expect(requests).toHaveLength(20);
});

test('a missing script is reported, and types that are not connections run their scripts', async () => {
  expect(await check('acme.Missing')).toEqual(bad(expect.stringContaining('acme/Nowhere.py')));
  const settings = (text: string) => rest.post('/config/status', { type: 'acme.Settings', properties: { word: text } });
  expect(await settings('magic')).toEqual(good);
  expect(await settings('other')).toEqual(bad('ValueError: not the word (line 1)'));
});
