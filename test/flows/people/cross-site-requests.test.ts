import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';

// Requests that pages of other sites can send by a browser, with all headers that the browser sets.
const { url, rest } = serve();

const own = () => url();
const headerSets = [
  ['nothing', () => ({})],
  ['that the page is ours', () => ({ 'sec-fetch-site': 'same-origin' })],
  ['that it is of a neighbour', () => ({ 'sec-fetch-site': 'same-site' })],
  ['that it is of another site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['that a person typed the address', () => ({ 'sec-fetch-site': 'none' })],
  ['our own origin', () => ({ origin: own() })],
  ['another origin', () => ({ origin: 'https://evil.example' })],
  ['a hidden origin', () => ({ origin: 'null' })],
  ['ours, beside another origin', () => ({ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' })],
  ['another site, beside our own origin', () => ({ 'sec-fetch-site': 'cross-site', origin: own() })],
] as const;

/**
 * The allowed origins of changes for each login: a session needs our own pages, a saved login no other site, and a
 * token has no limit.
 */
const allowedCombinations: Readonly<Record<string, readonly string[]>> = {
  session: ['that the page is ours', 'our own origin', 'ours, beside another origin'],
  'remembered Basic login': [
    'nothing',
    'that the page is ours',
    'that a person typed the address',
    'our own origin',
    'ours, beside another origin',
  ],
  token: headerSets.map(([headerName]) => headerName),
};

const json = { 'content-type': 'application/json' };

async function loginBy(kind: string): Promise<Readonly<Record<string, string>>> {
  if (kind === 'remembered Basic login') return basicAuth('admin', 'admin');
  if (kind === 'token') {
    const body = { tokenNote: `other sites ${Math.random()}` };
    const { token } = await rest.post<{ readonly token: string }>('/personal-access-tokens', body);
    return { 'x-release-personal-token': token };
  }
  const body = JSON.stringify({ username: 'admin', password: 'admin' });
  const { headers } = await sendRaw(url(), { method: 'POST', path: '/login', login: null, headers: json, body });
  return { cookie: String(headers['set-cookie']?.[0]).split(';')[0] ?? '' };
}

const kinds = Object.keys(allowedCombinations);
const combinations = kinds.flatMap((kind) =>
  headerSets.flatMap(([headerName, headers]) =>
    (['GET', 'POST'] as const).map((method) => ({ kind, what: headerName, headers, method })),
  ),
);

test('there are sixty combinations', () => {
  expect(combinations).toHaveLength(60);
});

test.each(combinations)(
  '$method with a $kind, and a browser that sends $what',
  async ({ kind, what: headerName, headers, method }) => {
    const path = method === 'GET' ? '/api/v1/templates' : '/api/v1/releases/Release1/start';
    const all = { ...(await loginBy(kind)), ...headers() };
    const { status } = await sendRaw(url(), { method, path, login: null, headers: all });
    const isAllowed = method === 'GET' || allowedCombinations[kind]?.includes(headerName);
    expect(status).toBe(method === 'GET' ? 200 : isAllowed ? 404 : 403);
  },
);

describe('with a session', () => {
  test.each(['PUT', 'DELETE', 'PATCH', 'TRACE'])('%s is accepted from own pages only', async (method) => {
    const cookie = await loginBy('session');
    const sendRequest = (headers: object) =>
      sendRaw(url(), { method, path: '/api/v1/releases/Release1', login: null, headers: { ...cookie, ...headers } });
    expect((await sendRequest({})).status).toBe(403);
    expect((await sendRequest({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await sendRequest({ 'sec-fetch-site': 'same-origin', ...json })).status).not.toBe(403);
  });

  test('a token in Basic, which a browser may save, has the same limits as a saved login', async () => {
    const headers = await loginBy('token');
    const remembered = createRestClient(url, basicAuth('', headers['x-release-personal-token'] ?? ''));
    const start = (site: string) =>
      remembered.send('POST', '/releases/Release1/start', undefined, { 'sec-fetch-site': site });
    expect([(await start('cross-site')).status, (await start('none')).status]).toEqual([403, 404]);
  });

  test('another host name or port is not our own origin', async () => {
    const cookie = await loginBy('session');
    const { port } = new URL(url());
    for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${Number(port) + 1}`, 'http://127.0.0.1']) {
      const path = '/api/v1/releases/Release1/start';
      const { status } = await sendRaw(url(), { method: 'POST', path, login: null, headers: { ...cookie, origin } });
      expect([origin, status]).toEqual([origin, 403]);
    }
  });
});
