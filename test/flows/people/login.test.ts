import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';

const { url, output } = serve();

const path = '/api/v1/folders/list';
const challenge = 'Basic realm="Slipway", charset="UTF-8"';

describe('without the right name and password', () => {
  test.each([
    ['none', null, 'a user name and a password are needed\n'],
    ['a wrong password', 'admin:wrong', 'wrong user name or password\n'],
    ['an unknown name', 'nobody:admin', 'wrong user name or password\n'],
  ])('%s is 401, with the authentication challenge', async (_, login, expected) => {
    const { status, text, headers } = await sendRaw(url(), { path, login });
    expect([status, text, headers['www-authenticate']]).toEqual([401, expected, challenge]);
  });

  test('an unknown path is 401 too, and reveals nothing', async () => {
    const { status } = await sendRaw(url(), { path: '/api/v1/nothing', login: null });
    expect(status).toBe(401);
  });

  test.each(['/livez', '/readyz', '/api/v1/openapi.json', '/docs'])('%s needs no login', async (open) => {
    const { status } = await sendRaw(url(), { path: open, login: null });
    expect(status).toBe(200);
  });
});

test('user names are not case-sensitive', async () => {
  expect((await sendRaw(url(), { path, login: 'ADMIN:admin' })).status).toBe(200);
});

test.each([
  ['a script that fetches', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
  ['an older script', { 'x-requested-with': 'XMLHttpRequest' }],
])('%s gets no challenge that opens a login window of the browser', async (_, headers) => {
  const answer = await sendRaw(url(), { path, login: null, headers });
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Slipway"']);
});

test('ten wrong passwords for one name block all logins with this name for a time', async () => {
  for (let time = 0; time < 10; time += 1) {
    const { status } = await sendRaw(url(), { path, login: `mallory:${time}` });
    expect(status).toBe(401);
  }
  const { status, text, headers } = await sendRaw(url(), { path, login: 'mallory:right' });
  expect([status, text]).toEqual([429, 'too many failed logins, try again later\n']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(800);
  expect((await sendRaw(url(), { path })).status).toBe(200);
});

describe('a login that the browser has stored and sends for any page', () => {
  const sendRequest = (headers: Readonly<Record<string, string>>) =>
    sendRaw(url(), { method: 'POST', path: '/api/v1/releases/Release1/start', headers });

  test.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['an older browser on another site', { origin: 'https://evil.example' }],
  ])('cannot change anything from %s', async (_, headers) => {
    const { status, text } = await sendRequest(headers);
    expect([status, text]).toEqual([403, 'requests from pages of other sites are not allowed\n']);
  });

  test('can change objects from our own pages', async () => {
    const { status } = await sendRequest({ 'sec-fetch-site': 'same-origin' });
    expect(status).toBe(404);
  });

  test('can read from any page, because other sites cannot read the response', async () => {
    const { status } = await sendRaw(url(), { path, headers: { 'sec-fetch-site': 'cross-site' } });
    expect(status).toBe(200);
  });
});

test('a flood of different wrong passwords is limited: refused, too many, or busy, and the server continues', async () => {
  const floodRequests = Array.from({ length: 120 }, (_, index) => sendRaw(url(), { path, login: `flood${index}:x` }));
  const statuses = new Set((await Promise.all(floodRequests)).map(({ status }) => status));
  expect([...statuses].filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
  expect((await sendRaw(url(), { path })).status).toBe(200);
  expect(output()).not.toContain('"level":"error"');
});
