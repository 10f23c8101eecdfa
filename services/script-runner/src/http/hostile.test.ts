import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoHost, startTestRunner, type TestRunner } from '../testing.ts';
import { answered, ordersOf, runAnswered } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const reply = answered({
  headers: [
    ['__proto__', 'p'],
    ['constructor', 'c'],
    ['hasOwnProperty', 'h'],
    ['toString', 't'],
    ['X-Id', '7'],
  ],
  body: { text: '{"__proto__": {"polluted": true}, "a": 1}' },
});
const run = (language: 'python' | 'javascript', script: string) =>
  runAnswered(
    running,
    { language, script, inputs: { server: { id: 'Configuration/Custom/C1', url: 'http://a.test' } } },
    () => reply,
  );

/** Scripts that mean harm by a request: what they end with, and how many requests they come to make. */
const javascript: readonly (readonly [says: string, script: string, result: unknown, requests: number])[] = [
  [
    'JSON of its own',
    `JSON.stringify = () => '{"does":"sleep","place":0,"ms":0}'; JSON.parse = () => ({ status: 1 });
const r = http.get('http://a.test/'); result = [r.status, r.json().a]`,
    [200, 1],
    1,
  ],
  [
    'texts and arrays of its own',
    `String.prototype.toLowerCase = () => 'x'; String.prototype.indexOf = () => 5; Array.prototype[Symbol.iterator] = null;
Array.isArray = () => true; Object.keys = () => ['x']; globalThis.String = () => 'x';
const r = http.get('http://a.test/', { headers: { A: 1 } }); result = [r.status, r.headers['x-ID']]`,
    [200, '7'],
    1,
  ],
  [
    'a setter in the way of elements',
    `Object.defineProperty(Array.prototype, 0, { set() { throw 1 }, get() { return 'got' }, configurable: true });
result = http.get('http://a.test/', { headers: { A: 1 }, params: { b: 2 } }).status`,
    200,
    1,
  ],
  [
    'a place and a purpose of its own',
    "result = http.get('http://a.test/', { place: 7, does: 'sleep', ms: 1, method: 'POST', url: 'http://b.test' }).status",
    200,
    1,
  ],
  [
    'a result by the prototype of all',
    "Object.prototype.value = { status: 500, headers: [], body: { text: '' } }; Object.prototype.base64 = 'AAAA'; result = http.get('http://a.test/').status",
    200,
    1,
  ],
  [
    'headers that are called like what every object has',
    "const { headers } = http.get('http://a.test/'); result = [headers['__PROTO__'], headers.Constructor, headers.HASOWNPROPERTY, 'tostring' in headers, ({}).polluted ?? null]",
    ['p', 'c', 'h', true, null],
    1,
  ],
  [
    'what an answer brings along',
    "const a = http.get('http://a.test/').json(); result = [a.a, Object.getPrototypeOf(a) === Object.prototype, a.polluted ?? null, ({}).polluted ?? null]",
    [1, true, null, null],
    1,
  ],
  [
    'an answer that it changes before the next',
    "const a = http.get('http://a.test/'); a.headers['X-Id'] = 'mine'; a.text = ''; const b = http.get('http://a.test/'); result = [b.headers['x-id'], b.json().a]",
    ['7', 1],
    2,
  ],
  [
    'a body that holds itself',
    'const a = []; a.push(a); try { http.post("http://a.test", { json: a }) } catch (e) { result = e.name }',
    'TypeError',
    0,
  ],
  [
    'headers without end',
    'try { http.get("http://a.test", { headers: Array.from({ length: 300 }, (_, at) => [`h${at}`, 1]) }) } catch (e) { result = e.name }',
    'RangeError',
    0,
  ],
  [
    'a header without end',
    'try { http.get("http://a.test", { headers: { a: "x".repeat(200000) } }) } catch (e) { result = e.name }',
    'RangeError',
    0,
  ],
  [
    'a body without end',
    'try { http.post("http://a.test", { body: "x".repeat(2000000) }) } catch (e) { result = e.name }',
    'RangeError',
    0,
  ],
  [
    'a getter that throws',
    'try { http.get("http://a.test", { get headers() { throw new EvalError() } }) } catch (e) { result = e.name }',
    'EvalError',
    0,
  ],
  [
    'a catch and a finally around what ends the run',
    'let seen = 0; try { http.get("http://a.test"); seen = 1 } catch { seen = 2 } finally { result = seen }',
    1,
    1,
  ],
  [
    'a stack that is full',
    'const f = () => { try { f() } catch { try { http.get("http://a.test") } catch {} } }; f(); result = 1',
    1,
    0,
  ],
  [
    'another http in its place',
    '"use strict"; var result; try { http.get = () => 1 } catch (e) { result = [e.name, Object.isFrozen(http)] }',
    ['TypeError', true],
    0,
  ],
  [
    'what was prepared for it',
    "result = Reflect.ownKeys(globalThis).filter((name) => String(name).startsWith('__') && name !== '__proto__').concat(Reflect.ownKeys(http.get), Reflect.ownKeys(new HttpRequest(server)))",
    ['length', 'name', 'params', 'username', 'password', 'verify'],
    0,
  ],
  [
    'a seed in what all objects show',
    "result = JSON.stringify([http, HttpRequest, sleep, Math.random, Date].map((one) => Reflect.ownKeys(one).map((key) => typeof one[key] === 'object' ? Object.keys(one[key]) : String(one[key])))).includes('0123456789abcdef')",
    false,
    0,
  ],
  [
    'a constructor that is nobody',
    'result = typeof http.get.constructor("return typeof process + typeof require + typeof __ask")()',
    'string',
    0,
  ],
];

const python: readonly (readonly [says: string, script: string, output: string, requests: number])[] = [
  [
    'headers that are called like the workings of objects',
    `r = HttpRequest({'url': 'http://a.test'}).get('/')
print r.headers['__PROTO__'], r.headers['Constructor'], r.headers.get('tostring'), 'HASOWNPROPERTY' in r.headers, 'tp$getattr' in r.headers`,
    'p c t True False\n',
    1,
  ],
  [
    'attributes that are called like the workings of objects',
    `r = HttpRequest({'url': 'http://a.test'}).get('/')
for name in ['$d', 'tp$getattr', '__proto__', 'constructor', 'content', 'ob$type']:
    setattr(r, name, name)
print r.status, getattr(r, '$d'), r.getHeaders()['x-id'], [getattr(r, n, None) for n in ['$r', 'mp$lookup', 'tp$name']]`,
    '200 $d 7 [None, None, None]\n',
    1,
  ],
  [
    'an order of its own in what it sends',
    `import json, requests
r = requests.post('http://a.test', json={'does': 'sleep', 'place': 9, '__proto__': 1}, headers={'does': 'sleep'})
print r.status_code`,
    '200\n',
    1,
  ],
  [
    'a text that is none',
    `class T(object):
    def __str__(self):
        raise KeyError('no')
class R(object):
    def read(self):
        return self
import requests, urllib2
for call in [lambda: requests.get('http://a.test', headers={'a': T()}), lambda: requests.post('http://a.test', data=R()), lambda: urllib2.urlopen(T()), lambda: requests.get(T())]:
    try:
        call()
    except (KeyError, RuntimeError, TypeError), e:
        print isinstance(e, KeyError), isinstance(e, RuntimeError)`,
    'True False\nFalse True\nFalse False\nTrue False\n',
    0,
  ],
  [
    'requests of a class that never began',
    `import requests, urllib2, httplib
for kind, call in [(requests.Session, 'get'), (HttpRequest, 'get'), (httplib.HTTPConnection, 'getresponse'), (urllib2.Request, 'get_full_url')]:
    class Own(kind):
        def __init__(self):
            pass
    try:
        getattr(Own(), call)('http://a.test')
    except Exception, e:
        print 'refused'
`,
    'refused\nrefused\nrefused\nrefused\n',
    0,
  ],
  [
    'a body without end',
    `import requests
for kwargs in [{'data': 'x' * 2000000}, {'headers': {'a': 'x' * 200000}}, {'headers': dict(('h%d' % n, 'x') for n in range(300))}]:
    try:
        requests.post('http://a.test', **kwargs)
    except ValueError, e:
        print e`,
    `the body of a request may have 1000000 characters
the value of a header may have 100000 characters
a request may have 200 headers
`,
    0,
  ],
  [
    'a handler around what ends the run',
    `seen = []
try:
    HttpRequest({'url': 'http://a.test'}).get('/')
    seen.append(1)
except:
    seen.append(2)
finally:
    seen.append(3)
print seen`,
    '[1, 3]\n',
    1,
  ],
  [
    'what was prepared for it',
    `import requests, urllib2, sys
print [n for n in ['effects', 'send', 'httpConnection', '__ask', '__effects', 'givenConnections'] if n in dir(requests) + dir(urllib2) + dir(sys) + dir(HttpRequest)]
try:
    requests.__builtins__
except AttributeError:
    print 'none'`,
    '[]\nnone\n',
    0,
  ],
  [
    'the classes of everybody',
    `import requests, urllib2
for kind in [requests.Session, urllib2.Request, HttpRequest, requests.exceptions.HTTPError]:
    try:
        kind.get = 1
    except TypeError:
        print 'refused'`,
    'refused\nrefused\nrefused\nrefused\n',
    0,
  ],
];

describe('a script that means harm by a request', () => {
  test.each(javascript)('in JavaScript gets nowhere by %s', async (_, script, result, requests) => {
    const done = await run('javascript', script);
    expect([done.answer.error, done.answer.result, done.effects.length]).toEqual([null, result, requests]);
    for (const order of ordersOf(done))
      expect(order).toMatchObject({ method: 'GET', url: expect.stringContaining('http://a.test') });
    expectNoHost(done.answer);
  });

  test.each(python)('in Python gets nowhere by %s', async (_, script, output, requests) => {
    const done = await run('python', script);
    expect([done.answer.error, done.answer.output, done.effects.length]).toEqual([null, output, requests]);
    expectNoHost(done.answer);
  });

  test('leaves nothing of it to the next run of its own', async () => {
    const script = 'import requests\nprint getattr(requests, "seen", None)\nrequests.seen = HttpRequest';
    for (const printed of ['None\n', 'None\n']) expect((await run('python', script)).answer.output).toBe(printed);
  });

  test('has no request without end of its own', async () => {
    const { answer, effects } = await run('javascript', 'for (;;) http.get("http://a.test/")');
    expect([effects.length, answer.effect?.does]).toEqual([30, 'http']);
  });
});
