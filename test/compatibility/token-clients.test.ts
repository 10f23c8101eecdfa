import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { createTemplate } from '../harness/rest/plans.ts';
import { type RawResponse, sendRaw } from '../harness/rest/raw-request.ts';

/** Requests of public clients of the family that log in with a personal access token, with their exact headers. */
const { rest, url } = serve();

const admin = `Basic ${Buffer.from('admin:admin').toString('base64')}`;

/**
 * The start script of a runner. It creates a registration token with curl, and reads `token` from a response with
 * status 200 to 299.
 */
const registerRunner = (tokenNote: string) =>
  sendRaw(url(), {
    method: 'POST',
    path: '/api/v1/personal-access-tokens',
    login: null,
    headers: {
      authorization: admin,
      'user-agent': 'curl/8.5.0',
      accept: '*/*',
      'content-type': 'application/json;charset=UTF-8',
    },
    body: `{"tokenNote": "${tokenNote}", "globalPermissions": ["runner#registration"]}`,
  });

const tokenIn = ({ text }: RawResponse): string => JSON.parse(text).token;

/** Creates a token with all permissions of its owner, as users do for programs. */
async function ownToken(tokenNote: string): Promise<string> {
  return (await rest.post<{ readonly token: string }>('/personal-access-tokens', { tokenNote })).token;
}

const get = (path: string, headers: Readonly<Record<string, string>>) => sendRaw(url(), { path, login: null, headers });

describe('the start script of a runner', () => {
  test('gets a token with name and password, and a hash of the time as its note', async () => {
    const answer = await registerRunner('5d41402abc4b2a76b9719d911017c592');
    expect([answer.status, tokenIn(answer)]).toEqual([200, expect.stringMatching(/^rpa_[0-9a-f]{40}$/)]);
  });

  test('gets another token with another note when it runs again', async () => {
    const answers = [await registerRunner('a1'), await registerRunner('a2')];
    expect(new Set(answers.map(tokenIn)).size).toBe(2);
  });

  test('can use its token only for its purpose', async () => {
    const token = tokenIn(await registerRunner('for registration only'));
    const headers = { 'x-release-personal-token': token, accept: 'application/json' };
    expect((await get('/api/v1/config/system-message', headers)).status).toBe(200);
    const body = JSON.stringify({ title: 'No' });
    const created = { ...headers, 'content-type': 'application/json' };
    expect(
      (await sendRaw(url(), { method: 'POST', path: '/api/v1/templates', login: null, headers: created, body })).status,
    ).toBe(403);
  });
});

describe('with the header x-release-personal-token', () => {
  test('a Python program sends all requests in one session', async () => {
    const headers = {
      'user-agent': 'python-requests/2.32.3',
      'accept-encoding': 'gzip, deflate',
      accept: 'application/json',
      connection: 'keep-alive',
      'x-release-personal-token': await ownToken('python'),
    };
    for (const path of ['/api/v1/folders/list', '/api/v1/templates?title=x']) {
      expect((await get(path, headers)).status).toBe(200);
    }
  });

  test('a pipeline step creates and starts a release with axios', async () => {
    const { id } = await createTemplate(rest, { Build: ['work'] });
    const body = JSON.stringify({ releaseTitle: 'GitHub Actions Release 2026-11-22T12:00:00.000Z', variables: {} });
    const headers = {
      accept: 'application/json, text/plain, */*',
      'content-type': 'application/json',
      'x-release-personal-token': await ownToken('pipeline'),
      'user-agent': 'axios/1.7.9',
      'content-length': String(body.length),
      'accept-encoding': 'gzip, compress, deflate, br',
    };
    for (const [verb, status] of [
      ['create', 'PLANNED'],
      ['start', 'IN_PROGRESS'],
    ] as const) {
      const path = `/api/v1/templates/${id}/${verb}`;
      const answer = await sendRaw(url(), { method: 'POST', path, login: null, headers, body });
      expect([answer.status, JSON.parse(answer.text).status]).toEqual([200, status]);
    }
  });

  test('a portal sends a content type without a body', async () => {
    const headers = {
      'x-release-personal-token': await ownToken('portal'),
      'content-type': 'application/json',
      accept: 'application/json',
    };
    expect((await get('/api/v1/folders/list?depth=10&resultsPerPage=100', headers)).status).toBe(200);
    const overview = { path: '/api/v1/releases/search/overview?page=0&resultsPerPage=10', login: null, headers };
    expect((await sendRaw(url(), { method: 'POST', ...overview, body: '{"title":""}' })).status).toBe(200);
  });

  test('a Java program offers an upgrade to HTTP 2', async () => {
    const headers = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      'user-agent': 'Java-http-client/21.0.2',
      'x-release-personal-token': await ownToken('java'),
      accept: 'application/json',
    };
    expect((await get('/api/v1/templates', headers)).status).toBe(200);
  });
});

describe('with Basic authentication', () => {
  test.each([
    ['the password without a user name, like curl -u :token', (token: string) => `:${token}`],
    ['the user name without a password, like curl -u token:', (token: string) => `${token}:`],
    ['the user name with any password, for forms that require one', (token: string) => `${token}:x`],
  ])('the token may be %s', async (how, login) => {
    const token = await ownToken(how);
    const answer = await sendRaw(url(), { path: '/api/v1/config/system-message', login: login(token) });
    expect(answer.status).toBe(200);
  });

  test('a client that waits for a 401 challenge gets the challenge', async () => {
    const response = await get('/api/v1/templates', {});
    expect([response.status, response.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="Slipway", charset="UTF-8"',
    ]);
  });
});
