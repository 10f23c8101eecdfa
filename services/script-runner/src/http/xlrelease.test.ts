import type { HttpRequest } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from '../testing.ts';
import { refusedReply, requestsOf, runAnswered, serverReply } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

/** The id in the inputs of a task. The id of a configuration that a script reads has a path. */
const id = 'Configuration1';
const server = {
  id,
  type: 'acme.Server',
  title: 'CI',
  url: 'https://ci.acme.test/jenkins//',
  username: 'bot',
  password: 'pw',
};
const noCredentials = { username: null, password: null, domain: null };
const json = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json'],
];
const answer = serverReply({
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Id', '7'],
  ],
  body: { text: '{"id": 7}' },
});
const run = (script: string, reply = answer) =>
  runAnswered(running, { language: 'python', script, inputs: { server }, objects: ['server'] }, () => reply);

/** The default request of a script with the product family's classes. */
const plain = {
  method: 'GET',
  url: 'https://ci.acme.test/jenkins/api/json',
  headers: [],
  body: null,
  timeoutMs: null,
  followRedirects: true,
  verify: true,
  connection: id,
  credentials: null,
};

const requests: readonly (readonly [says: string, script: string, order: Partial<HttpRequest>])[] = [
  ['with the settings of a configuration', "HttpRequest(server).get('/api/json')", {}],
  [
    'with a content type, which is also the accepted type, and headers that override both',
    "HttpRequest(server).get('api/json', contentType='application/json', headers={'accept': '*/*', 'X': 1})",
    {
      headers: [
        ['Content-Type', 'application/json'],
        ['accept', '*/*'],
        ['X', '1'],
      ],
    },
  ],
  [
    'with a body, and does not follow redirects',
    "HttpRequest(server).post('/api/json', '{\"a\": 1}', contentType='application/json')",
    { method: 'POST', headers: json as HttpRequest['headers'], body: { text: '{"a": 1}' }, followRedirects: false },
  ],
  [
    'with a dict as body, which is sent as JSON',
    "HttpRequest(server).post('/api/json', {'a': [1]}, contentType='application/json')",
    { method: 'POST', headers: json as HttpRequest['headers'], body: { text: '{"a": [1]}' }, followRedirects: false },
  ],
  [
    'with its own credentials, without verification of certificates',
    "HttpRequest(server, 'me', 'mine', verify=False).head('/api/json')",
    { method: 'HEAD', verify: false, credentials: { username: 'me', password: 'mine', domain: null } },
  ],
  [
    'with a configuration that the script has found',
    "HttpRequest({'id': 'Applications/Folder1/Configuration2', 'url': 'http://b.test'}).get('/x')",
    { url: 'http://b.test/x', connection: 'Applications/Folder1/Configuration2' },
  ],
  [
    'to the server of a dict with an unknown id',
    "HttpRequest({'id': 'build', 'url': 'http://b.test'}).get('/x')",
    { url: 'http://b.test/x', connection: null, credentials: noCredentials },
  ],
  [
    'to the server of a dict, with its credentials',
    "HttpRequest({'url': 'http://other.test:8080', 'username': 'u', 'password': 'p'}).delete('/api/json')",
    {
      method: 'DELETE',
      url: 'http://other.test:8080/api/json',
      followRedirects: false,
      connection: null,
      credentials: { username: 'u', password: 'p', domain: null },
    },
  ],
  [
    'to the server of a configuration, without its credentials',
    "HttpRequest({'url': server.url}).put('/api/json', '')",
    { method: 'PUT', body: { text: '' }, followRedirects: false, credentials: noCredentials },
  ],
  [
    'to an address with characters that are invalid in addresses',
    "HttpRequest(server).get(u'/q?a=b c&d=\\xe9#x')",
    { url: 'https://ci.acme.test/jenkins/q?a=b%20c&d=%C3%A9%23x' },
  ],
  [
    'with all parameters of doRequest',
    "HttpRequest(server).doRequest(method='patch', context='api/json', body=u'\\xe9', other=1)",
    { method: 'PATCH', body: { text: 'é' }, followRedirects: false },
  ],
  [
    'with bytes that are not text',
    "HttpRequest(server).post('/api/json', '\\xff\\x00'.encode('latin-1'))",
    { method: 'POST', body: { base64: '/wA=' }, followRedirects: false },
  ],
  [
    'by a subclass that sets other credentials',
    `from xlrelease.HttpRequest import HttpRequest
from com.xebialabs.xlrelease.domain.configuration import HttpConnection
class Own(HttpRequest):
    def __init__(self, params, token):
        self.params = HttpConnection(params)
        self.username = self.params.getUsername()
        self.token = token
    def setCredentials(self, request):
        request.addHeader('Authorization', 'Bearer ' + self.token)
Own(server, 't').get('/api/json')`,
    { headers: [['Authorization', 'Bearer t']], credentials: noCredentials },
  ],
  [
    'by the older XLRequest',
    "XLRequest(server.url + 'x', 'post', 'b', 'u', 'p', 'text/plain').send()",
    {
      method: 'POST',
      url: 'https://ci.acme.test/jenkins//x',
      headers: [
        ['Content-Type', 'text/plain'],
        ['Accept', 'text/plain'],
      ],
      body: { text: 'b' },
      followRedirects: false,
      credentials: { username: 'u', password: 'p', domain: null },
    },
  ],
];

describe("a request with the product family's HttpRequest", () => {
  test.each(requests)('is sent %s', async (_, script, order) => {
    const done = await run(script);
    expect(done.answer.error).toBeNull();
    expect(requestsOf(done)).toEqual([{ ...plain, ...order }]);
  });

  test('returns the members of the response', async () => {
    const script = `r = HttpRequest(server).get('/x')
print r.status, r.getStatus(), r.response, r.getResponse() is r.response, r.isSuccessful(), r.headers['X-Id'], r.getHeaders()['x-id']
r.errorDump()
old = XLRequest(server.url, 'GET', None, None, None, None).send()
print old.status, old.read(), old.isSuccessful()`;
    const { answer: result } = await run(script);
    expect([result.error, result.output]).toEqual([
      null,
      `200 200 {"id": 7} True True 7 7
Status:  200 

Response:  {"id": 7} 

Response headers:  {'Content-Type': 'application/json', 'X-Id': '7'} 

200 {"id": 7} True
`,
    ]);
  });

  test('is successful with a status from 200 to 399', async () => {
    const script = "print HttpRequest(server).get('/x').isSuccessful()";
    const result = [];
    for (const status of [199, 204, 302, 399, 400, 503])
      result.push((await run(script, serverReply({ status }))).answer.output.trim());
    expect(result).toEqual(['False', 'True', 'True', 'True', 'False', 'False']);
  });

  test('decodes the text with the charset of the response', async () => {
    const script = "print HttpRequest(server).get('/x').response";
    const body = { base64: Buffer.from('é', 'latin1').toString('base64') };
    const headers = [['content-type', 'text/plain; charset=ISO-8859-1']] as [string, string][];
    expect((await run(script, serverReply({ headers, body }))).answer.output).toBe('é\n');
  });

  const failing = [
    ['HttpTimeout', 'java.net.SocketTimeoutException'],
    ['HttpFailed', 'java.net.ConnectException'],
    ['HttpRefused', 'java.net.ConnectException'],
  ] as const;
  test.each(failing)('that fails with %s can be caught as %s, and as an IOException', async (type, name) => {
    const [package_, kind] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)];
    const script = `from ${package_} import ${kind}
from java.io import IOException
for each in [${kind}, IOException, Exception]:
    try:
        HttpRequest(server).get('/x')
    except each, e:
        print e.getMessage(), isinstance(e, each)`;
    const { answer: result } = await run(script, refusedReply(type, 'not reached'));
    expect([result.error, result.output]).toEqual([null, 'not reached True\n'.repeat(3)]);
  });

  const credentials = [
    ["CredentialsFallback(server, '', None)", "{'username': 'bot', 'password': 'pw'}"],
    ["CredentialsFallback(server, 'me', 'mine')", "{'username': 'me', 'password': 'mine'}"],
    ["CredentialsFallback({'url': 'u'}, None, None)", "{'username': None, 'password': None}"],
  ] as const;
  test.each(credentials)('has the credentials of %s', async (call, shown) => {
    const script = `from xlrelease.CredentialsFallback import CredentialsFallback\nprint ${call}.getCredentials()`;
    expect((await run(script)).answer.output).toBe(`${shown}\n`);
  });

  const mistakes = [
    ["HttpRequest({'username': 'u'}).get('/x')", 'ValueError: the connection has no url'],
    ["HttpRequest('http://a.test').get('/x')", 'TypeError: a connection is a configuration or a dict with an url'],
    ["HttpRequest(server).post('/x')", "TypeError: post() needs the argument 'body'"],
    ["HttpRequest(server).post('/x', {'a': 1})", 'TypeError: body must be a string, not dict'],
    ["HttpRequest(server).doRequest(method='LOOK')", 'Exception: Unsupported method: LOOK'],
  ] as const;
  test.each(mistakes)('an invalid request is rejected: %s', async (script, message) => {
    const { answer: result, effects } = await run(script);
    expect([`${result.error?.type}: ${result.error?.message}`, effects]).toEqual([message, []]);
  });

  test('is not available for a script without effects', async () => {
    const result = await running.run({ language: 'python', script: "HttpRequest({'url': 'http://a.test'}).get('/')" });
    expect([result.error?.type, result.error?.message, result.lacks]).toEqual([
      'NotImplementedError',
      'HTTP is not supported: scripts of this kind cannot send requests or wait',
      ['HTTP'],
    ]);
  });
});
