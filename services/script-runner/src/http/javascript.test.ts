import type { HttpRequest, ScriptReply } from '@slipway/script-protocol';
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
const inputs = { server: { id, url: 'https://CI.acme.test/base/', username: 'bot', password: 'pw' } };
const json = serverReply({
  url: 'http://a.test/end',
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Id', '7'],
    ['x-id', '8'],
  ],
  body: { text: '{"a": [1]}' },
});
const run = (script: string, reply: ScriptReply = json) =>
  runAnswered(running, { language: 'javascript', script, inputs, objects: ['server'] }, () => reply);

const noCredentials = { username: null, password: null, domain: null };
const plain = {
  method: 'GET',
  url: 'http://a.test/x',
  headers: [],
  body: null,
  timeoutMs: null,
  followRedirects: true,
  verify: true,
  connection: null,
  credentials: noCredentials,
};
const own = { url: 'https://CI.acme.test/base/api', connection: id, credentials: null };
const form: [string, string][] = [['Content-Type', 'application/x-www-form-urlencoded']];

const calls: readonly (readonly [script: string, order: Partial<HttpRequest>])[] = [
  ["http.get('http://a.test/x')", {}],
  ["http.delete('http://a.test/x')", { method: 'DELETE' }],
  ["http.request('options', 'http://a.test/x')", { method: 'OPTIONS' }],
  [
    "http.get('http://a.test/x', { params: { q: 'a b', l: [1, 'é'], n: null } })",
    { url: 'http://a.test/x?q=a%20b&l=1&l=%C3%A9' },
  ],
  ["http.get('http://a.test/x?z=1', { params: 'a=b' })", { url: 'http://a.test/x?z=1&a=b' }],
  ["http.get('http://a.test/x', { headers: { A: 1, B: null } })", { headers: [['A', '1']] }],
  [
    "http.get('http://a.test/x', { headers: [['A', 'x'], ['A', 'y']] })",
    {
      headers: [
        ['A', 'x'],
        ['A', 'y'],
      ],
    },
  ],
  ["http.post('http://a.test/x', { body: 'é' })", { method: 'POST', body: { text: 'é' } }],
  ["http.post('http://a.test/x', { body: [1, 255] })", { method: 'POST', body: { base64: 'Af8=' } }],
  ["http.post('http://a.test/x', { body: 'a\\0' })", { method: 'POST', body: { base64: 'YQA=' } }],
  [
    "http.put('http://a.test/x', { json: { a: null } })",
    { method: 'PUT', headers: [['Content-Type', 'application/json']], body: { text: '{"a":null}' } },
  ],
  [
    "http.patch('http://a.test/x', { json: [], headers: { 'content-type': 'application/json-patch+json' } })",
    { method: 'PATCH', headers: [['content-type', 'application/json-patch+json']], body: { text: '[]' } },
  ],
  [
    "http.post('http://a.test/x', { form: { a: 'b c' } })",
    { method: 'POST', headers: form, body: { text: 'a=b%20c' } },
  ],
  [
    "http.get('http://a.test/x', { auth: ['u', 'p'] })",
    { credentials: { username: 'u', password: 'p', domain: null } },
  ],
  [
    "http.get('http://a.test/x', { auth: { username: 'u', password: 'p', domain: 'd' } })",
    { credentials: { username: 'u', password: 'p', domain: 'd' } },
  ],
  [
    "http.get('http://a.test/x', { timeout: 0.5, verify: false, followRedirects: false })",
    { timeoutMs: 500, verify: false, followRedirects: false },
  ],
  ["http.get('/api', { connection: server })", own],
  [
    "http.get('api?u=http://b.test', { connection: server })",
    { ...own, url: 'https://CI.acme.test/base/api?u=http://b.test' },
  ],
  ["http.get('https://ci.acme.test:443/y')", { url: 'https://ci.acme.test:443/y', connection: id }],
  [
    "http.get('http://b.test', { connection: 'Configuration/Custom/C2' })",
    {
      url: 'http://b.test',
      connection: 'Configuration/Custom/C2',
      credentials: null,
    },
  ],
  [
    "http.get('/y', { connection: { url: 'http://b.test', username: 'u', password: 'p' } })",
    { url: 'http://b.test/y', credentials: { username: 'u', password: 'p', domain: null } },
  ],
  ["new HttpRequest(server).get('api')", own],
  [
    "new HttpRequest(server, 'me', 'mine', false).post('/api', '{}', { contentType: 'text/x', headers: { accept: '*/*' } })",
    {
      ...own,
      method: 'POST',
      headers: [
        ['Content-Type', 'text/x'],
        ['accept', '*/*'],
      ],
      body: { text: '{}' },
      verify: false,
      followRedirects: false,
      credentials: { username: 'me', password: 'mine', domain: null },
    },
  ],
];

describe('a request in JavaScript', () => {
  test.each(calls)('is sent with the settings of %s', async (script, order) => {
    const done = await run(script);
    expect(done.answer.error).toBeNull();
    expect(requestsOf(done)).toEqual([{ ...plain, ...order }]);
  });

  const readings: readonly (readonly [script: string, value: unknown])[] = [
    ['[r.status, r.ok, r.reason, r.url, r.text, r.bytes]', [200, true, 'OK', 'http://a.test/end', '{"a": [1]}', null]],
    [
      "[r.headers['CONTENT-type'], r.headers['x-id'], 'X-ID' in r.headers, r.headers.none ?? null]",
      ['application/json', '7, 8', true, null],
    ],
    ['r.json().a', [1]],
    ['Object.keys(r.headers)', ['Content-Type', 'X-Id']],
  ];
  test.each(readings)('returns the response members: %s', async (script, value) => {
    const { answer } = await run(`const r = http.get('http://a.test/x'); result = ${script}`);
    expect([answer.error, answer.result]).toEqual([null, value]);
  });

  test('returns bytes, and a text with one character per byte, if the response is not valid UTF-8', async () => {
    const { answer } = await run(
      "const r = http.get('http://a.test/x'); result = [r.text, r.bytes]",
      serverReply({ body: { base64: 'Af8=' } }),
    );
    expect(answer.result).toEqual(['\u0001ÿ', [1, 255]]);
  });

  test("returns a response of the product family's class on request", async () => {
    const script = `const r = new HttpRequest(server).get('/x');
r.errorDump();
result = [r.status, r.response, r.getStatus(), r.getResponse() === r.response, r.getHeaders()['x-ID'], r.isSuccessful()]`;
    const { answer } = await run(script, serverReply({ status: 302, headers: [['X-Id', '7']], body: { text: 'b' } }));
    expect([answer.error, answer.result, answer.output]).toEqual([
      null,
      [302, 'b', 302, true, '7', true],
      'Status: 302\nResponse: b\nResponse headers: X-Id: 7\n',
    ]);
  });

  test.each(['HttpFailed', 'HttpTimeout', 'HttpRefused'])(
    'that fails with %s throws an error with that name',
    async (type) => {
      const script =
        "try { http.get('http://a.test/x') } catch (e) { result = [e.name, e.message, e instanceof Error] }";
      const { answer } = await run(script, refusedReply(type, 'not reached'));
      expect(answer.result).toEqual([type, 'not reached', true]);
      const { error } = (await run("http.get('http://a.test/x')", refusedReply(type, 'not reached'))).answer;
      expect(error).toEqual({ type: 'Error', message: 'not reached', line: 1 });
    },
  );

  const mistakes = [
    ["http.get('http://a.test', { timeout: 0 })", 'TypeError: a timeout is a number of seconds'],
    [
      "http.post('http://a.test', { body: { a: 1 } })",
      'TypeError: the body of a request must be a text or an array of bytes; send objects as `json` or `form`',
    ],
    ["new HttpRequest({}).get('/x')", 'TypeError: the connection has no url'],
    ["http.get('x'.repeat(30000))", 'RangeError: the address of a request can have at most 20000 characters'],
    ["sleep('1')", 'TypeError: a pause is a number of seconds'],
    ['sleep(-1)', 'TypeError: a pause is a number of seconds'],
  ] as const;
  test.each(mistakes)('an invalid request is rejected: %s', async (script, message) => {
    const { answer, effects } = await run(script);
    expect([`${answer.error?.type}: ${answer.error?.message}`, effects]).toEqual([message, []]);
  });

  test('is not available for a script without effects', async () => {
    const result = await running.run({ script: "http.get('http://a.test')" });
    expect([result.error?.type, result.error?.message]).toEqual(['Error', 'HTTP is not available here']);
  });

  test('can be followed by a pause and by a schedule', async () => {
    const task = { id: 'Applications/Release1/Phase1/Task1', title: 'poll' };
    const release = {
      id: 'Applications/Release1',
      title: 'R',
      phases: [{ id: 'Applications/Release1/Phase1', title: 'P', tasks: [task] }],
    };
    const none = { releaseVariables: [], globalVariables: [], folderVariables: [] };
    const snapshot = { release, phaseId: null, taskId: task.id, folder: null, ...none };
    const script = 'sleep(1.5); task.schedule("a.js"); task.schedule("b.js", 0); result = Object.keys(task)';
    const { answer, effects } = await runAnswered(running, { language: 'javascript', script, snapshot }, () => ({
      value: null,
    }));
    expect([answer.error, answer.scheduled, answer.result]).toEqual([
      null,
      { script: 'b.js', seconds: 1 },
      ['id', 'title'],
    ]);
    expect(effects).toEqual([{ does: 'sleep', place: 0, ms: 1500 }]);
  });
});
