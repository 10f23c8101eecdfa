import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleCorpus } from '../../../../test/harness/test-length.ts';
import { expectNoHost, startTestRunner, type TestRunner } from '../testing.ts';
import { requestsOf, runHostile } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

/** Malicious scripts with requests: their results, and the number of their requests. */
const javascript: readonly (readonly [says: string, script: string, result: unknown, requests: number])[] = [
  [
    'a replaced JSON object',
    `JSON.stringify = () => '{"does":"sleep","place":0,"ms":0}'; JSON.parse = () => ({ status: 1 });
const r = http.get('http://a.test/'); result = [r.status, r.json().a]`,
    [200, 1],
    1,
  ],
  [
    'replaced methods of strings and arrays',
    `String.prototype.toLowerCase = () => 'x'; String.prototype.indexOf = () => 5; Array.prototype[Symbol.iterator] = null;
Array.isArray = () => true; Object.keys = () => ['x']; globalThis.String = () => 'x';
const r = http.get('http://a.test/', { headers: { A: 1 } }); result = [r.status, r.headers['x-ID']]`,
    [200, '7'],
    1,
  ],
  [
    'a setter for array elements',
    `Object.defineProperty(Array.prototype, 0, { set() { throw 1 }, get() { return 'got' }, configurable: true });
result = http.get('http://a.test/', { headers: { A: 1 }, params: { b: 2 } }).status`,
    200,
    1,
  ],
  [
    'the members place and does in the options',
    "result = http.get('http://a.test/', { place: 7, does: 'sleep', ms: 1, method: 'POST', url: 'http://b.test' }).status",
    200,
    1,
  ],
  [
    'a result from the prototype of all objects',
    "Object.prototype.value = { status: 500, headers: [], body: { text: '' } }; Object.prototype.base64 = 'AAAA'; result = http.get('http://a.test/').status",
    200,
    1,
  ],
  [
    'headers with the names of object members',
    "const { headers } = http.get('http://a.test/'); result = [headers['__PROTO__'], headers.Constructor, headers.HASOWNPROPERTY, 'tostring' in headers, ({}).polluted ?? null]",
    ['p', 'c', 'h', true, null],
    1,
  ],
  [
    'dangerous members of a response',
    "const a = http.get('http://a.test/').json(); result = [a.a, Object.getPrototypeOf(a) === Object.prototype, a.polluted ?? null, ({}).polluted ?? null]",
    [1, true, null, null],
    1,
  ],
  [
    'a response that it changes before the next request',
    "const a = http.get('http://a.test/'); a.headers['X-Id'] = 'mine'; a.text = ''; const b = http.get('http://a.test/'); result = [b.headers['x-id'], b.json().a]",
    ['7', 1],
    2,
  ],
  [
    'a body that contains itself',
    'const a = []; a.push(a); try { http.post("http://a.test", { json: a }) } catch (e) { result = e.name }',
    'TypeError',
    0,
  ],
  [
    'endless headers',
    'try { http.get("http://a.test", { headers: Array.from({ length: 300 }, (_, at) => [`h${at}`, 1]) }) } catch (e) { result = e.name }',
    'RangeError',
    0,
  ],
  [
    'an endless header',
    'try { http.get("http://a.test", { headers: { a: "x".repeat(200000) } }) } catch (e) { result = e.name }',
    'RangeError',
    0,
  ],
  [
    'an endless body',
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
    'a catch and a finally around the end of the run',
    'let seen = 0; try { http.get("http://a.test"); seen = 1 } catch { seen = 2 } finally { result = seen }',
    1,
    1,
  ],
  [
    'a full stack',
    'const f = () => { try { f() } catch { try { http.get("http://a.test") } catch {} } }; f(); result = 1',
    1,
    0,
  ],
  [
    'a replaced http object',
    '"use strict"; var result; try { http.get = () => 1 } catch (e) { result = [e.name, Object.isFrozen(http)] }',
    ['TypeError', true],
    0,
  ],
  [
    'internal names of the sandbox',
    "result = Reflect.ownKeys(globalThis).filter((name) => String(name).startsWith('__') && name !== '__proto__').concat(Reflect.ownKeys(http.get), Reflect.ownKeys(new HttpRequest(server)))",
    ['length', 'name', 'params', 'username', 'password', 'verify'],
    0,
  ],
  [
    'the seed of random numbers in object members',
    "result = JSON.stringify([http, HttpRequest, sleep, Math.random, Date].map((one) => Reflect.ownKeys(one).map((key) => typeof one[key] === 'object' ? Object.keys(one[key]) : String(one[key])))).includes('0123456789abcdef')",
    false,
    0,
  ],
  [
    'a function constructor',
    'result = typeof http.get.constructor("return typeof process + typeof require + typeof __ask")()',
    'string',
    0,
  ],
];

describe('a malicious request in JavaScript', () => {
  test.each(sampleCorpus(javascript))('has no effect by %s', async (_, script, result, requests) => {
    const done = await runHostile(running, 'javascript', script);
    expect([done.answer.error, done.answer.result, done.effects.length]).toEqual([null, result, requests]);
    for (const order of requestsOf(done))
      expect(order).toMatchObject({ method: 'GET', url: expect.stringContaining('http://a.test') });
    expectNoHost(done.answer);
  });

  test('ends the run at each request in an endless loop', async () => {
    const { answer, effects } = await runHostile(running, 'javascript', 'for (;;) http.get("http://a.test/")');
    expect([effects.length, answer.effect?.does]).toEqual([30, 'http']);
  });
});
