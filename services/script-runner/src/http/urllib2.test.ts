import type { HttpRequest, ScriptReply } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from '../testing.ts';
import { requestsOf, runAnswered, serverReply } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const inputs = { server: { id: 'Configuration/Custom/Configuration1', url: 'https://CI.acme.test/base' } };
const run = (script: string, reply: ScriptReply = serverReply({ body: { text: 'one\ntwo\n' } })) =>
  runAnswered(
    running,
    { language: 'python', script: `import urllib2\n${script}`, inputs, objects: ['server'] },
    () => reply,
  );

const noCredentials = { username: null, password: null, domain: null };
const agent: [string, string] = ['User-Agent', 'Python-urllib/2.7'];
const form: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded'];
const plain = {
  method: 'GET',
  url: 'http://a.test/x',
  headers: [agent],
  body: null,
  timeoutMs: null,
  followRedirects: true,
  verify: true,
  connection: null,
  credentials: noCredentials,
};

const requests: readonly (readonly [says: string, script: string, orders: readonly Partial<HttpRequest>[]])[] = [
  ['an address', "urllib2.urlopen('http://a.test/x')", [{}]],
  ['an address with a fragment', "urllib2.urlopen('http://a.test/x#part', None, 2.5)", [{ timeoutMs: 2500 }]],
  [
    'with the configuration of the same server',
    "urllib2.urlopen('https://ci.acme.test:443/y')",
    [
      {
        url: 'https://ci.acme.test:443/y',
        connection: inputs.server.id,
      },
    ],
  ],
  [
    'data',
    "urllib2.urlopen('http://a.test/x', 'a=b')",
    [{ method: 'POST', headers: [agent, form], body: { text: 'a=b' } }],
  ],
  [
    'data with headers',
    `r = urllib2.Request('http://a.test/x', headers={'content-type': 'text/xml', 'X-API-key': 1})
r.add_data('<a/>')
urllib2.urlopen(r)`,
    [
      {
        method: 'POST',
        headers: [['Content-Type', 'text/xml'], ['X-Api-Key', '1'], agent],
        body: { text: '<a/>' },
      },
    ],
  ],
  [
    'with another method, which is set in the request',
    `r = urllib2.Request('http://a.test/x')
r.get_method = lambda: 'DELETE'
urllib2.build_opener(urllib2.HTTPHandler).open(r)`,
    [{ method: 'DELETE' }],
  ],
  [
    'with another method, which its class returns',
    `class Put(urllib2.Request):
    def __init__(self, *args, **kwargs):
        return urllib2.Request.__init__(self, *args, **kwargs)
    def get_method(self, *args, **kwargs):
        return 'PUT'
urllib2.urlopen(Put('http://a.test/x', data='b'))`,
    [{ method: 'PUT', headers: [agent, form], body: { text: 'b' } }],
  ],
  [
    'with credentials',
    `m = urllib2.HTTPPasswordMgrWithDefaultRealm()
m.add_password(None, 'http://a.test/x', 'u', 'p')
urllib2.install_opener(urllib2.build_opener(urllib2.HTTPBasicAuthHandler(m), urllib2.ProxyHandler({})))
urllib2.urlopen('http://a.test/x/y')
urllib2.urlopen('http://a.test/xy')`,
    [
      { url: 'http://a.test/x/y', credentials: { username: 'u', password: 'p', domain: null } },
      { url: 'http://a.test/xy' },
    ],
  ],
  [
    'with the headers of an opener',
    `o = urllib2.build_opener()
o.addheaders = [('Authorization', 'Bearer t'), ('Accept', 'a')]
o.open(urllib2.Request('http://a.test/x', None, {'Accept': 'b'}))`,
    [
      {
        headers: [
          ['Accept', 'b'],
          ['Authorization', 'Bearer t'],
        ],
      },
    ],
  ],
  [
    'without verification of certificates, by a context',
    `import ssl
c = ssl.create_default_context()
urllib2.urlopen('https://a.test/x', context=c)
c.check_hostname = False
c.verify_mode = ssl.CERT_NONE
urllib2.urlopen('https://a.test/x', context=c)
urllib2.build_opener(urllib2.HTTPSHandler(context=ssl._create_unverified_context())).open('https://a.test/x')`,
    [
      { url: 'https://a.test/x' },
      { url: 'https://a.test/x', verify: false },
      { url: 'https://a.test/x', verify: false },
    ],
  ],
  [
    'without verification of certificates, by the default context',
    `import ssl, socket
ssl._create_default_https_context = ssl._create_unverified_context
socket.setdefaulttimeout(7)
urllib2.urlopen('http://a.test/x')`,
    [{ verify: false, timeoutMs: 7000 }],
  ],
  [
    'like urllib',
    `import urllib
print urllib.urlopen('http://a.test/x', urllib.urlencode({'a': 'b c'})).getcode()`,
    [{ method: 'POST', headers: [agent, form], body: { text: 'a=b+c' } }],
  ],
];

describe('a request with urllib2', () => {
  test.each(requests)('sends %s', async (_, script, orders) => {
    const done = await run(script);
    expect(done.answer.error).toBeNull();
    expect(requestsOf(done)).toEqual(orders.map((order) => ({ ...plain, ...order })));
  });

  const headers: [string, string][] = [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['X-Id', '7'],
    ['Set-Cookie', 'sid=1; Path=/; HttpOnly'],
    ['Set-Cookie', 'gone=1; Max-Age=0'],
    ['Set-Cookie', 'deep=2; Path=/deep; Secure'],
  ];
  const readings: readonly (readonly [script: string, output: string])[] = [
    ['print r.code, r.getcode(), r.msg, r.geturl(), r.url', '200 200 OK http://a.test/end http://a.test/end\n'],
    [
      "print r.info().getheader('X-ID'), r.headers['x-id'], r.info().get('X-Id'), r.headers.get('no', 'd')",
      '7 7 7 d\n',
    ],
    [
      "print r.info().gettype(), r.info().getparam('charset'), len(r.info().getheaders('set-cookie'))",
      'text/plain utf-8 3\n',
    ],
    ["print sorted(r.info().keys()), 'X-Id' in r.headers", "['content-type', 'set-cookie', 'x-id'] True\n"],
    ['print repr(r.read(2)), repr(r.readline()), r.readlines(), repr(r.read())', "'on' 'e\\n' ['two\\n'] ''\n"],
    ['for line in r:\n    print line.strip()\nr.close()', 'one\ntwo\n'],
  ];
  test.each(readings)('returns the response members: %s', async (script, output) => {
    const reply = serverReply({ url: 'http://a.test/end', headers, body: { text: 'one\ntwo\n' } });
    const { answer } = await run(`r = urllib2.urlopen('http://a.test/x')\n${script}`, reply);
    expect([answer.error, answer.output]).toEqual([null, output]);
  });

  test('stores cookies on request', async () => {
    const script = `import cookielib
jar = cookielib.CookieJar()
o = urllib2.build_opener(urllib2.HTTPCookieProcessor(jar))
o.open('http://a.test/login')
o.open('http://a.test/deep/x')
o.open('https://a.test/deep/x')
o.open('http://b.test/')
print [(c.name, c.value, c.path) for c in jar]`;
    const done = await runAnswered(running, { language: 'python', script: `import urllib2\n${script}` }, (effect) =>
      serverReply({ url: effect.does === 'http' ? effect.url : '', headers }),
    );
    expect(done.answer.output).toContain("[('sid', '1', '/'), ('deep', '2', '/deep')");
    const sent = done.effects.map((effect) =>
      effect.does === 'http' ? effect.headers.find(([name]) => name === 'Cookie')?.[1] : undefined,
    );
    expect(sent).toEqual([undefined, 'sid=1', 'sid=1; deep=2', undefined]);
  });

  test('raises an unsuccessful status with the complete response', async () => {
    const script = `try:
    urllib2.urlopen('http://a.test/x')
except urllib2.HTTPError, e:
    print e, e.code, e.msg, e.reason, e.read(), e.headers['x-id'], e.info()['x-id'], e.hdrs is e.headers, e.geturl()
    print isinstance(e, urllib2.URLError), isinstance(e, IOError)`;
    const reply = serverReply({ status: 404, reason: 'Not Found', headers, body: { text: 'none' } });
    expect((await run(script, reply)).answer.output).toBe(
      'HTTP Error 404: Not Found 404 Not Found Not Found none 7 7 True http://server.test/\nTrue True\n',
    );
    const { answer } = await run("urllib2.urlopen('http://a.test/x')", reply);
    expect(answer.error).toEqual({ type: 'HTTPError', message: 'HTTP Error 404: Not Found', line: 2 });
  });

  test('follows a redirect only if its handler allows it', async () => {
    const script = `class No(urllib2.HTTPRedirectHandler):
    def http_error_302(self, req, fp, code, msg, headers):
        fp.seen = headers['location']
        return fp
class All(urllib2.HTTPErrorProcessor):
    def http_response(self, request, response):
        return response
print urllib2.build_opener(No).open('http://a.test/x').seen
print urllib2.build_opener(All()).open('http://a.test/x').code
try:
    urllib2.build_opener(urllib2.HTTPRedirectHandler()).open('http://a.test/x')
except urllib2.HTTPError, e:
    print e.code`;
    const reply = serverReply({ status: 302, headers: [['Location', '/y']] });
    const done = await run(script, reply);
    expect([done.answer.error, done.answer.output]).toEqual([null, '/y\n302\n302\n']);
    expect(requestsOf(done).length).toBe(13);
  });
});
