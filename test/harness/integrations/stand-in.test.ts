import { afterAll, beforeAll, expect, test } from 'vitest';
import { done, items, json } from './answers.ts';
import { readContract, unverifiedIn } from './contract.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const contract = readContract('jenkins');
const list = {
  request: 'GET /jobs',
  source: 'remote-access',
  ...{ query: { page: member(), size: member() }, headers: {}, anonymous: true },
  pages: { kind: 'link', page: 'page', size: 'size', defaultSize: 2 },
  reply: { status: 200, headers: {}, json: { '*': member() } },
} as const;
function member() {
  return { source: 'remote-access', type: undefined, required: false, values: undefined };
}

let server: StandIn;
beforeAll(async () => {
  const requests = { ...contract.requests, list };
  server = await startStandIn({ ...contract, requests }, { username: 'ci', password: 'secret' });
});
afterAll(() => server.stop());

const headers = { authorization: `Basic ${Buffer.from('ci:secret').toString('base64')}` };
const send = async (method: string, path: string, more: RequestInit = {}): Promise<number> =>
  (await fetch(`${server.url}${path}`, { method, headers, ...more })).status;

test.each([
  ['an unknown path', 'GET', '/api/v2/json', {}, 404, 'GET /api/v2/json is not in the contract'],
  ['an unknown method', 'DELETE', '/api/json', {}, 405, 'DELETE is not a method of /api/json'],
  [
    'an unknown member of a query',
    'GET',
    '/api/json?depth=1',
    {},
    400,
    "controller: query: 'depth' is not in the contract",
  ],
  ['a missing member', 'POST', '/queue/cancelItem', {}, 400, "cancelItem: query: 'id' is missing"],
  ['an unknown header', 'GET', '/api/json', { headers: { ...headers, 'X-Api': '2' } }, 400, /'x-api' is not in the/],
  ['a body', 'POST', '/job/app/7/stop', { body: 'now' }, 400, 'stop: the request has a body'],
] as const)('refuses %s', async (_, method, path, more, status, violation) => {
  server.reset({ controller: json({ mode: 'NORMAL' }), stop: done(), cancelItem: done() });
  expect(await send(method, path, more)).toBe(status);
  expect(server.violations).toEqual([expect.stringMatching(violation)]);
});

test('refuses a wrong login, and reports an answer with an unknown member', async () => {
  server.reset({ controller: json({ mode: 'NORMAL', url: 'x' }) });
  expect(await send('GET', '/api/json', { headers: {} })).toBe(401);
  expect(await send('GET', '/api/json')).toBe(200);
  expect(server.violations).toEqual(["answer of controller: 'url' is not in the contract"]);
});

test('returns a long list in pages', async () => {
  server.reset({ list: items([1, 2, 3, 4, 5]) });
  const pages: unknown[] = [];
  let next: string | undefined = `${server.url}/jobs?size=2`;
  while (next !== undefined) {
    const response: Response = await fetch(next);
    pages.push(await response.json());
    next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
  }
  expect([pages, server.violations]).toEqual([[[1, 2], [3, 4], [5]], []]);
});

test('a contract lists the members that no page describes', () => {
  expect(unverifiedIn(contract)).toContain('stop');
  expect(unverifiedIn(contract)).not.toContain('queueItem');
});
