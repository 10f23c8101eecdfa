import type { HttpRequest, ScriptReply } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from '../testing.ts';
import { refusedReply, requestsOf, runAnswered, serverReply } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const usual = serverReply({ headers: [['X-Id', '7']], body: { text: 'one\ntwo' } });
const run = (script: string, reply: ScriptReply = usual) =>
  runAnswered(running, { language: 'python', script }, () => reply);

const plain = {
  method: 'GET',
  url: 'http://a.test/x',
  headers: [],
  body: null,
  timeoutMs: null,
  followRedirects: false,
  verify: true,
  connection: null,
  credentials: { username: null, password: null, domain: null },
};
type Row = readonly [script: string, orders: readonly Partial<HttpRequest>[], output: string];

const connections: readonly Row[] = [
  [
    `c = httplib.HTTPConnection('a.test')
c.request('GET', '/x')
r = c.getresponse()
print r.status, r.reason, r.version, r.getheader('x-ID'), r.getheader('none', 'd'), r.getheaders(), r.msg['x-id']
print repr(r.read(3)), r.isclosed(), r.read().split(), r.isclosed()
c.close()`,
    [{}],
    "200 OK 11 7 d [('x-id', '7')] 7\n'one' False ['two'] True\n",
  ],
  [
    `c = httplib.HTTPSConnection('a.test', 8443, timeout=2)
c.request('post', 'x?y=1', 'body', {'A': 1})
c.getresponse()
c = httplib.HTTPSConnection('a.test:443')
c.request('PUT', '/x', headers={'A': 'b'})`,
    [
      {
        method: 'POST',
        url: 'https://a.test:8443/x?y=1',
        headers: [['A', '1']],
        body: { text: 'body' },
        timeoutMs: 2000,
      },
      { method: 'PUT', url: 'https://a.test/x', headers: [['A', 'b']] },
    ],
    '',
  ],
  [
    `import ssl
c = httplib.HTTPSConnection('a.test', context=ssl._create_unverified_context())
c.putrequest('POST', '/x')
c.putheader('Content-Type', 'text/plain')
c.endheaders()
c.send('ab')
c.send('cd')
print c.getresponse().read()`,
    [
      {
        method: 'POST',
        url: 'https://a.test/x',
        headers: [['Content-Type', 'text/plain']],
        body: { text: 'abcd' },
        verify: false,
      },
    ],
    'one\ntwo\n',
  ],
  ['print httplib.OK, httplib.NOT_FOUND, httplib.responses[404]', [], '200 404 Not Found\n'],
];

describe('a connection of httplib', () => {
  test.each(connections)('sends a request and gets a response: %s', async (script, orders, output) => {
    const done = await run(`import httplib\n${script}`);
    expect([done.answer.error, done.answer.output]).toEqual([null, output]);
    expect(requestsOf(done)).toEqual(orders.map((order) => ({ ...plain, ...order })));
  });

  test.each([
    ['HttpTimeout', 'True timed out'],
    ['HttpFailed', 'False not reached'],
    ['HttpRefused', 'False not reached'],
  ])('that fails with %s raises a socket error', async (type, output) => {
    const script = `import httplib, socket
try:
    httplib.HTTPConnection('a.test').request('GET', '/')
except socket.error, e:
    print isinstance(e, socket.timeout), e`;
    expect((await run(script, refusedReply(type, 'not reached'))).answer.output).toBe(`${output}\n`);
  });

  test('has no response before it sends a request', async () => {
    const script = "import httplib\nhttplib.HTTPConnection('a.test').getresponse()";
    expect((await run(script)).answer.error).toEqual({ type: 'ResponseNotReady', message: 'Idle', line: 2 });
  });
});

const imports = `from java.lang import String
from org.apache.commons.codec.binary import Base64
from org.apache.http import HttpHost
from org.apache.http.auth import AuthScope, UsernamePasswordCredentials
from org.apache.http.client import ClientProtocolException
from org.apache.http.client.config import RequestConfig
from org.apache.http.client.entity import UrlEncodedFormEntity
from org.apache.http.client.methods import HttpGet, HttpHead, HttpPost, HttpPut, HttpDelete, HttpPatch
from org.apache.http.conn.ssl import SSLContextBuilder, SSLConnectionSocketFactory, TrustStrategy
from org.apache.http.entity import StringEntity, ByteArrayEntity, ContentType
from org.apache.http.impl.client import HttpClients, HttpClientBuilder, BasicCredentialsProvider
from org.apache.http.message import BasicNameValuePair
from org.apache.http.util import EntityUtils
`;
const clients: readonly Row[] = [
  [
    `client = HttpClients.createDefault()
request = HttpGet('http://a.test/x')
request.addHeader('Content-Type', None)
request.addHeader('A', 'b')
request.setHeader('a', 'c')
request.setConfig(RequestConfig.custom().setProxy(HttpHost('p.test', 8080)).setSocketTimeout(1500).build())
response = client.execute(request)
print response.getStatusLine().getStatusCode(), response.statusLine.reasonPhrase, [h.getName() + h.getValue() for h in response.getAllHeaders()]
print EntityUtils.toString(response.getEntity(), 'UTF-8'), response.getFirstHeader('x-id').value
EntityUtils.consume(response.getEntity())
response.close()
client.close()`,
    [{ headers: [['a', 'c']], timeoutMs: 1500, followRedirects: true }],
    "200 OK ['X-Id7']\none\ntwo 7\n",
  ],
  [
    `client = HttpClientBuilder.create().setDefaultCredentialsProvider(BasicCredentialsProvider()).build()
for kind in [HttpPost, HttpPut, HttpPatch]:
    request = kind('http://a.test/x')
    request.setEntity(StringEntity(u'\\xe9', ContentType.APPLICATION_JSON))
    client.execute(request)
request = HttpPost('http://a.test/x')
request.setEntity(UrlEncodedFormEntity([BasicNameValuePair('a', 'b c')]))
client.execute(request)
request.setEntity(ByteArrayEntity(String('x').getBytes()))
request.addHeader('Authorization', 'Basic ' + Base64.encodeBase64String(String('u:p').getBytes('ISO-8859-1')))
client.execute(request)
client.execute(HttpDelete('http://a.test/x'))`,
    [
      ...['POST', 'PUT', 'PATCH'].map((method) => ({
        method,
        headers: [['Content-Type', 'application/json; charset=UTF-8']] as [string, string][],
        body: { text: 'é' },
      })),
      {
        method: 'POST',
        headers: [['Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8']],
        body: { text: 'a=b+c' },
      },
      { method: 'POST', headers: [['Authorization', 'Basic dTpw']], body: { text: 'x' } },
      { method: 'DELETE' },
    ],
    '',
  ],
  [
    `class All(TrustStrategy):
    def isTrusted(self, chain, authType):
        return True
builder = SSLContextBuilder()
builder.loadTrustMaterial(None, All())
factory = SSLConnectionSocketFactory(builder.build(), ['TLSv1.2'], None, SSLConnectionSocketFactory.ALLOW_ALL_HOSTNAME_VERIFIER)
response = HttpClients.custom().setSSLSocketFactory(factory).build().execute(HttpHead('http://a.test/x'))
print response.getEntity()`,
    [{ method: 'HEAD', verify: false, followRedirects: true }],
    'None\n',
  ],
];

describe('a request of Apache HttpClient', () => {
  test.each(clients)('sends a request and gets a response: %s', async (script, orders, output) => {
    const done = await run(`${imports}${script}`);
    expect([done.answer.error, done.answer.output]).toEqual([null, output]);
    expect(requestsOf(done)).toEqual(orders.map((order) => ({ ...plain, ...order })));
  });
});
