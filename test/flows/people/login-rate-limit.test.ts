import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';
import { isLong } from '../../harness/test-length.ts';

const { url, rest } = serve({ TRUSTED_PROXIES: '127.0.0.1,10.9.0.0/16' });

const path = '/api/v1/sessions';
const rateLimitText = 'too many failed logins, try again later\n';

/** Returns the status of a login of a user behind the proxy, with these addresses in the header of the proxy. */
const at = async (forwarded: string, login: string) => {
  const { status } = await sendRaw(url(), { path, login, headers: { 'x-forwarded-for': forwarded } });
  return status;
};
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const failTen = async (forwarded: string, name: string) => {
  for (const time of times(10)) expect(await at(forwarded, `${name}:wrong ${time}`)).toBe(401);
};
const userNamed = (name: string) =>
  rest.send('POST', `/users/${name}`, { fullName: name, email: '', loginAllowed: true, password: name });

describe('behind a trusted proxy', () => {
  test('ten wrong logins with a user name from one address do not affect other addresses', async () => {
    await userNamed('ann');
    await failTen('198.51.100.1', 'ann');
    expect([await at('198.51.100.1', 'ann:ann'), await at('198.51.100.2', 'ann:ann')]).toEqual([429, 200]);
    expect(await at('198.51.100.1', 'admin:admin')).toBe(200);
  });

  test('a forwarded address that the client sends itself does not change its identity', async () => {
    await userNamed('bob');
    for (const time of times(10)) expect(await at(`203.0.113.${time}, 198.51.100.3`, `bob:wrong ${time}`)).toBe(401);
    expect(await at('203.0.113.99, 198.51.100.3', 'bob:bob')).toBe(429);
    expect(await at('198.51.100.3, 10.9.0.1', 'BOB:bob')).toBe(429);
    expect(await at('198.51.100.4, 198.51.100.3, 10.9.0.1', 'bob:bob')).toBe(429);
  });

  test('ten wrong logins do not lock out a user who has logged in from the same address recently', async () => {
    await userNamed('cid');
    expect(await at('198.51.100.5', 'cid:cid')).toBe(200);
    await failTen('198.51.100.5', 'cid');
    expect([await at('198.51.100.5', 'cid:cid'), await at('198.51.100.5', 'cid:other')]).toEqual([200, 429]);
  });

  test.runIf(isLong)(
    'a hundred wrong logins from an address do not affect its recent users and other addresses',
    async () => {
      expect(await at('198.51.100.6', 'admin:admin')).toBe(200);
      for (const name of times(100)) await at('198.51.100.6', `stranger${name}:x`);
      await userNamed('dan');
      expect([await at('198.51.100.6', 'dan:dan'), await at('198.51.100.6', 'admin:admin')]).toEqual([429, 200]);
      expect(await at('198.51.100.7', 'dan:dan')).toBe(200);
    },
  );
});

test('form logins and Basic logins share one limit', async () => {
  await userNamed('eve');
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.8' };
  const form = (password: string) =>
    sendRaw(url(), {
      method: 'POST',
      path: '/login',
      login: null,
      headers,
      body: JSON.stringify({ username: 'eve', password }),
    });
  for (const time of times(10)) expect((await form(`wrong ${time}`)).status).toBe(401);
  const { status, text, headers: answered } = await form('eve');
  expect([status, text, answered['set-cookie']]).toEqual([429, rateLimitText, undefined]);
  expect(await at('198.51.100.8', 'eve:eve')).toBe(429);
});

test('guesses of the current password by a logged-in user have the same limit as logins', async () => {
  await userNamed('fay');
  const { token } = await createRestClient(url, basicAuth('fay', 'fay')).post<{ readonly token: string }>(
    '/personal-access-tokens',
    {
      tokenNote: 'stolen',
    },
  );
  const thief = createRestClient(url, { 'x-release-personal-token': token, 'x-forwarded-for': '198.51.100.9' });
  const guess = (previousPassword: string) =>
    thief.sendForError('PUT', '/users/fay', { password: 'mine', previousPassword });
  for (const time of times(10)) {
    expect(await guess(`wrong ${time}`)).toBe('400 previousPassword: expected the current password');
  }
  expect(await guess('fay')).toBe(`429 ${rateLimitText.trim()}`);
  expect(await at('198.51.100.10', 'fay:fay')).toBe(200);
});

test('the audit log contains failures and lock-outs with their address, and no unknown name', async () => {
  await userNamed('gil');
  await failTen('198.51.100.11', 'gil');
  expect(await at('198.51.100.11', 'gil:gil')).toBe(429);
  expect(await at('198.51.100.12', 'my password:x')).toBe(401);
  const lines = async (address: string) =>
    (await rest.get<readonly Readonly<Record<string, unknown>>[]>(`/audit?address=${address}`)).map(
      ({ action, username, count }) => `${action} ${username} ${count}`,
    );
  const expected = ['LOGIN_FAILED gil 10', 'LOGIN_THROTTLED undefined 1'];
  await expect.poll(async () => (await lines('198.51.100.11')).toSorted()).toEqual(expected);
  await expect.poll(() => lines('198.51.100.12')).toEqual(['LOGIN_FAILED undefined 1']);
});
