import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CountingServer, requireBasic, requireHeader, startCountingServer } from './counting-server.ts';
import { empty, json, parseForm, parseJson, xml } from './routes.ts';

let server: CountingServer;
let done: string[];
beforeEach(async () => {
  done = [];
  server = await startCountingServer({
    'GET /things/:name': ({ params, query }) => json({ ...params, page: query.get('page') }),
    'POST /things': (received) => {
      done.push(parseJson<{ name: string }>(received).name);
      return json({ id: done.length }, 201, { location: '/things/1' });
    },
    'PUT /form': (received) => xml(`<sent>${parseForm(received).get('a')}</sent>`),
    'DELETE /things/:name': () => empty(),
  });
});
afterEach(() => server.stop());

const sendRequest = async (method: string, path: string, body?: string) => {
  const answered = await fetch(server.url + path, { method, body: body ?? null }).catch(() => null);
  return answered === null ? 'hung up' : `${answered.status} ${await answered.text()}`;
};

test('a server responds by its routes and records every request', async () => {
  expect(await sendRequest('GET', '/things/a%20b?page=2')).toBe('200 {"name":"a b","page":"2"}');
  expect(await sendRequest('POST', '/things', '{"name":"x"}')).toBe('201 {"id":1}');
  expect(await sendRequest('PUT', '/form', 'a=1+2')).toContain('<sent>1 2</sent>');
  expect(await sendRequest('DELETE', '/things/x')).toBe('204 ');
  expect(await sendRequest('POST', '/nowhere')).toBe('404 {"message":"nothing at /nowhere"}');
  expect(server.changes()).toEqual(['POST /things', 'PUT /form', 'DELETE /things/x', 'POST /nowhere']);
  expect([server.count('GET /things/:name'), server.count('POST /things')]).toEqual([1, 1]);
});

test('a server misbehaves for the configured number of requests, and then responds normally', async () => {
  server.misbehave('POST /things', json({ error: 'broken' }, 500), 'hang up', 'hang up when done');
  const answers = [];
  for (const name of ['a', 'b', 'c', 'd']) answers.push(await sendRequest('POST', '/things', `{"name":"${name}"}`));
  expect(answers).toEqual(['500 {"error":"broken"}', 'hung up', 'hung up', '201 {"id":2}']);
  expect(done).toEqual(['c', 'd']);
  expect(server.count('POST /things')).toBe(4);
});

test('a held request has had its effect, and gets its response when it is released', async () => {
  const heldRequest = server.hold('POST /things');
  const answer = sendRequest('POST', '/things', '{"name":"slow"}');
  await heldRequest.arrived;
  expect(done).toEqual(['slow']);
  heldRequest.release();
  expect(await answer).toBe('201 {"id":1}');
});

test('a server with a guard refuses requests that the guard does not accept', async () => {
  for (const [guard, headers] of [
    [requireBasic('ann', 'secret'), { authorization: `Basic ${Buffer.from('ann:secret').toString('base64')}` }],
    [requireHeader('x-key', 'k'), { 'x-key': 'k' }],
  ] as const) {
    const guarded = await startCountingServer({ 'GET /': () => json(1) }, guard);
    const statuses = [await fetch(guarded.url), await fetch(guarded.url, { headers })].map(({ status }) => status);
    expect(statuses).toEqual([401, 200]);
    await guarded.stop();
  }
});
