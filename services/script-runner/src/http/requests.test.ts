import type { HttpRequest, ScriptReply } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from '../testing.ts';
import { refusedReply, requestsOf, runAnswered, serverReply } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const headers: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['X-Id', '7'],
  ['Set-Cookie', 'sid=1'],
];
const json = serverReply({ url: 'http://a.test/end', headers, body: { text: '{"a": [1, "é"]}\nmore' } });
const run = (script: string, reply: ScriptReply = json) =>
  runAnswered(running, { language: 'python', script: `import requests\n${script}` }, () => reply);

const own: [string, string][] = [
  ['User-Agent', 'python-requests/2.18.4'],
  ['Accept', '*/*'],
];
const typed = (type: string): [string, string][] => [...own, ['Content-Type', type]];
const form = typed('application/x-www-form-urlencoded');
const noCredentials = { username: null, password: null, domain: null };
const plain = {
  method: 'GET',
  url: 'http://a.test/x',
  headers: own,
  body: null,
  timeoutMs: null,
  followRedirects: true,
  verify: true,
  connection: null,
  credentials: noCredentials,
};
const withCredentials = { username: 'u', password: 'p', domain: null };

const calls: readonly (readonly [says: string, script: string, orders: readonly Partial<HttpRequest>[]])[] = [
  [
    'with each method',
    "for m in ['get', 'post', 'put', 'patch', 'delete', 'options', 'head']:\n    getattr(requests, m)('http://a.test/x')",
    [
      {},
      { method: 'POST' },
      { method: 'PUT' },
      { method: 'PATCH' },
      { method: 'DELETE' },
      { method: 'OPTIONS' },
      { method: 'HEAD', followRedirects: false },
    ],
  ],
  [
    'with parameters',
    "requests.get('http://a.test/x?z=1#p', params={'q': 'a b', 'l': [1, u'\\xe9'], 'n': None})\nrequests.request('get', 'http://a.test/x', params='a=b c')",
    [{ url: 'http://a.test/x?z=1&q=a+b&l=1&l=%C3%A9' }, { url: 'http://a.test/x?a=b%20c' }],
  ],
  [
    'with a form, a text and JSON',
    "requests.post('http://a.test/x', {'a': 'b c'})\nrequests.put('http://a.test/x', data='<a/>', headers={'content-type': 'text/xml'})\nrequests.post('http://a.test/x', json={'a': None})\nrequests.patch('http://a.test/x', data=[('a', 1), ('a', 2)])",
    [
      { method: 'POST', headers: form, body: { text: 'a=b+c' } },
      { method: 'PUT', headers: [...own, ['content-type', 'text/xml']], body: { text: '<a/>' } },
      { method: 'POST', headers: typed('application/json'), body: { text: '{"a": null}' } },
      { method: 'PATCH', headers: form, body: { text: 'a=1&a=2' } },
    ],
  ],
  [
    'with credentials',
    "from requests.auth import HTTPBasicAuth, AuthBase\nclass Token(AuthBase):\n    def __call__(self, r):\n        r.headers['Authorization'] = 'Bearer t'\n        return r\nfor auth in [('u', 'p'), HTTPBasicAuth('u', 'p'), Token()]:\n    requests.get('http://a.test/x', auth=auth)",
    [
      { credentials: withCredentials },
      { credentials: withCredentials },
      { headers: [...own, ['Authorization', 'Bearer t']] },
    ],
  ],
  [
    'with a signature of its path',
    "def sign(r):\n    r.headers['S'] = r.method + ' ' + r.path_url\n    return r\nfor path in ['/x?a=b#c', '?a', '']:\n    requests.get('http://a.test' + path, auth=sign)",
    [
      { url: 'http://a.test/x?a=b', headers: [...own, ['S', 'GET /x?a=b']] },
      { url: 'http://a.test?a', headers: [...own, ['S', 'GET /?a']] },
      { url: 'http://a.test', headers: [...own, ['S', 'GET /']] },
    ],
  ],
  [
    'with a timeout, without redirects, without verification of certificates',
    "requests.packages.urllib3.disable_warnings()\nfrom requests.packages.urllib3.exceptions import InsecureRequestWarning\nrequests.packages.urllib3.disable_warnings(InsecureRequestWarning)\nrequests.get('http://a.test/x', timeout=(3, 0.5), allow_redirects=False, verify=False, stream=True, proxies={})\nrequests.get('http://a.test/x', timeout=3, verify='/etc/ca.pem', cookies={'a': 'b'})",
    [
      { timeoutMs: 500, followRedirects: false, verify: false },
      { timeoutMs: 3000, headers: [...own, ['Cookie', 'a=b']] },
    ],
  ],
  [
    'by a session, with its settings',
    "s = requests.Session()\ns.auth = ('u', 'p')\ns.verify = False\ns.headers.update({'accept': 'a', 'X': 1})\ns.params = {'k': 'v'}\ns.mount('http://', requests.adapters.HTTPAdapter(max_retries=3))\ns.get('http://a.test/x', headers={'x': None, 'Y': 'y'})\ns.cookies['own'] = 'o'\ns.get('http://a.test/x?a=b')",
    [
      {
        url: 'http://a.test/x?k=v',
        verify: false,
        credentials: withCredentials,
        headers: [
          ['User-Agent', 'python-requests/2.18.4'],
          ['accept', 'a'],
          ['Y', 'y'],
        ],
      },
      {
        url: 'http://a.test/x?a=b&k=v',
        verify: false,
        credentials: withCredentials,
        headers: [
          ['User-Agent', 'python-requests/2.18.4'],
          ['accept', 'a'],
          ['X', '1'],
          ['Cookie', 'sid=1; own=o'],
        ],
      },
    ],
  ],
];

describe('a request with requests', () => {
  test.each(calls)('is sent %s', async (_, script, orders) => {
    const done = await run(script);
    expect(done.answer.error).toBeNull();
    expect(requestsOf(done)).toEqual(orders.map((order) => ({ ...plain, ...order })));
  });

  const line = (boundary: string, ...parts: readonly string[]): string =>
    [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('');

  test('sends files together with fields', async () => {
    const script = `from StringIO import StringIO
requests.post('http://a.test/x', files={'f': ('a".txt', StringIO('hello'), 'text/plain')}, data={'k': 'v'})
requests.post('http://a.test/x', files={'f': '\\xff'.encode('latin-1')})`;
    const { answer, effects } = await run(script);
    expect(answer.error).toBeNull();
    const sent = effects.map((effect) => {
      if (effect.does !== 'http' || effect.body === null) return '';
      const bytes = 'text' in effect.body ? Buffer.from(effect.body.text) : Buffer.from(effect.body.base64, 'base64');
      const [, boundary = ''] = /boundary=(\w+)/.exec(effect.headers.at(-1)?.[1] ?? '') ?? [];
      return bytes.toString('latin1').replaceAll(boundary, 'B');
    });
    const named = (name: string, overrides: string, body: string) =>
      `Content-Disposition: form-data; name="${name}"${overrides}\r\n\r\n${body}`;
    expect(sent).toEqual([
      line('B', named('k', '', 'v'), named('f', '; filename="a_.txt"\r\nContent-Type: text/plain', 'hello')),
      line('B', named('f', '; filename="f"', 'ÿ')),
    ]);
  });

  const readings: readonly (readonly [script: string, output: string])[] = [
    ['print r.status_code, r.ok, bool(r), r.reason, r.url, r', '200 True True OK http://a.test/end <Response [200]>\n'],
    [
      "print r.headers['content-TYPE'], r.headers.get('x-id'), 'X-ID' in r.headers, r.cookies['sid'], r.cookies.get_dict()['sid'], requests.Session().cookies.get_dict()",
      'application/json 7 True 1 1 {}\n',
    ],
    [
      'print len(r.text), r.content == r.text, r.encoding, list(r.iter_lines())[1], len(list(r.iter_content(8))), r.iter_content(8).next() == r.text[:8]',
      '20 True None more 3 True\n',
    ],
    [
      'print r.elapsed.total_seconds(), r.history, r.is_redirect, r.request.url, r.request.method',
      '0.0 [] False http://a.test/x GET\n',
    ],
    ['r.raise_for_status()\nprint requests.codes.ok == r.status_code, requests.codes.not_found', 'True 404\n'],
  ];
  test.each(readings)('returns the response members: %s', async (script, output) => {
    const { answer } = await run(`r = requests.get('http://a.test/x')\n${script}`);
    expect([answer.error, answer.output]).toEqual([null, output]);
  });

  test('lists the redirects before a response, with their cookies', async () => {
    const head = { reason: 'Found', headers: [] };
    const cookie: [string, string] = ['Set-Cookie', 'first=1'];
    const history = [
      { ...head, status: 302, url: 'http://a.test/x', headers: [cookie] },
      { ...head, status: 301, url: 'http://a.test/y' },
    ];
    const script = `s = requests.Session()
r = s.get('http://a.test/x')
print r, r.history, [(h.url, h.reason, h.text, h.is_redirect, h.ok, h.history) for h in r.history], s.cookies['first']`;
    const { answer } = await run(script, serverReply({ url: 'http://a.test/end', history }));
    expect([answer.error, answer.output]).toEqual([
      null,
      "<Response [200]> [<Response [302]>, <Response [301]>] [('http://a.test/x', 'Found', '', True, True, []), ('http://a.test/y', 'Found', '', True, True, [])] 1\n",
    ]);
  });

  test('parses JSON, and reports invalid JSON with the position', async () => {
    const script = `print requests.get('http://a.test/x').json()['a']`;
    expect((await run(script, serverReply({ body: { text: '{"a": [1]}' } }))).answer.output).toBe('[1]\n');
    const { error } = (await run(script, serverReply({ body: { text: 'no' } }))).answer;
    expect(error).toEqual({ type: 'ValueError', message: 'No JSON object could be decoded', line: 2 });
  });

  test('raises an error for an unsuccessful status on request', async () => {
    const script = `r = requests.get('http://a.test/x')
try:
    r.raise_for_status()
except requests.exceptions.HTTPError as e:
    print e, e.response is r, e.request.url
    print isinstance(e, requests.RequestException), isinstance(e, IOError), requests.HTTPError is requests.exceptions.HTTPError`;
    const reply = serverReply({ status: 503, reason: 'Busy', url: 'http://a.test/end' });
    expect((await run(script, reply)).answer.output).toBe(
      '503 Server Error: Busy for url: http://a.test/end True http://a.test/x\nTrue True True\n',
    );
  });

  const failing = [
    ['HttpTimeout', 'ReadTimeout', 'Timeout'],
    ['HttpFailed', 'ConnectionError', 'ConnectionError'],
    ['HttpRefused', 'ConnectionError', 'ConnectionError'],
  ] as const;
  test.each(failing)('that fails with %s raises %s', async (type, name, kind) => {
    const script = `for each in [requests.exceptions.${kind}, requests.exceptions.RequestException, IOError]:
    try:
        requests.get('http://a.test/x')
    except each as e:
        print type(e).__name__, e, e.response`;
    const { answer } = await run(script, refusedReply(type, 'not reached'));
    expect([answer.error, answer.output]).toEqual([null, `${name} not reached None\n`.repeat(3)]);
  });

  const mistakes = [
    [
      "requests.get('a.test')",
      "MissingSchema: Invalid URL 'a.test': No schema supplied. Perhaps you meant http://a.test?",
    ],
    ["requests.get('ftp://a.test')", "InvalidSchema: No connection adapters were found for 'ftp://a.test'"],
    ["requests.get('http://a.test', boody='x')", "TypeError: request() got an unexpected keyword argument 'boody'"],
    [
      "requests.auth.HTTPDigestAuth('u', 'p')",
      'NotImplementedError: requests.auth.HTTPDigestAuth is not supported: a request supports only a user name and a password as credentials',
    ],
  ] as const;
  test.each(mistakes)('an invalid request is rejected: %s', async (script, message) => {
    const { answer, effects } = await run(script);
    expect([`${answer.error?.type}: ${answer.error?.message}`, effects]).toEqual([message, []]);
  });
});
