import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InProcessServer } from '../../harness/product/in-process.ts';
import { startSecondServer } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';

// A change on one process applies to the next request on the other process.
const product = serve();
const { rest, url } = product;
let secondServer: InProcessServer;
beforeAll(async () => {
  secondServer = await startSecondServer(product);
});
afterAll(() => secondServer?.stop());

const secondUrl = () => secondServer.url;

interface Person {
  readonly name: string;
  readonly password: Readonly<Record<string, string>>;
  readonly token: Readonly<Record<string, string>>;
  readonly tokenId: string;
  readonly session: Readonly<Record<string, string>>;
}

async function sessionOf(username: string, password: string): Promise<Person['session']> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username, password });
  const answer = await fetch(`${url()}/login`, { method: 'POST', headers, body });
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' };
}

/** Creates a user with a token and a session, and uses each login on both processes. */
async function personNamed(name: string): Promise<Person> {
  await rest.send('POST', `/users/${name}`, { fullName: name, email: '', loginAllowed: true, password: name });
  const password = basicAuth(name, name);
  const own = createRestClient(url, password);
  const created = await own.post<{ readonly id: string; readonly token: string }>('/personal-access-tokens', {
    tokenNote: 'at once',
  });
  const token = { 'x-release-personal-token': created.token };
  const person = { name, password, token, tokenId: created.id, session: await sessionOf(name, name) };
  expect([await acceptedLogins(person, url), await acceptedLogins(person, secondUrl)]).toEqual(['all', 'all']);
  return person;
}

/** Returns the logins of a user that a process accepts. */
async function acceptedLogins(
  { password, token, session }: Omit<Person, 'name' | 'tokenId'>,
  at: () => string,
): Promise<string> {
  const loginHeaders = Object.entries({ password, token, session });
  const statuses = await Promise.all(
    loginHeaders.map(
      async ([loginName, login]) =>
        [loginName, (await createRestClient(at, login).send('GET', '/sessions')).status] as const,
    ),
  );
  const inside = statuses.flatMap(([loginName, status]) => (status === 200 ? [loginName] : []));
  return inside.length === loginHeaders.length ? 'all' : inside.join(' ');
}

test('a revoked token', async () => {
  const ann = await personNamed('ann');
  await createRestClient(url, ann.password).sendForNoContent('DELETE', `/personal-access-tokens/${ann.tokenId}`);
  expect([await acceptedLogins(ann, secondUrl), await acceptedLogins(ann, url)]).toEqual([
    'password session',
    'password session',
  ]);
});

test('a user is disabled and enabled again: tokens work again, sessions do not', async () => {
  const bob = await personNamed('bob');
  await rest.sendForNoContent('PUT', '/users/bob', { loginAllowed: false });
  expect([await acceptedLogins(bob, secondUrl), await acceptedLogins(bob, url)]).toEqual(['', '']);
  expect(await createRestClient(secondUrl, bob.token).sendForError('GET', '/sessions')).toBe(
    '401 the user of the personal access token cannot log in',
  );
  await rest.sendForNoContent('PUT', '/users/bob', { loginAllowed: true });
  expect([await acceptedLogins(bob, secondUrl), await acceptedLogins(bob, url)]).toEqual([
    'password token',
    'password token',
  ]);
});

test('a changed password: saved logins and sessions end, tokens stay', async () => {
  const cid = await personNamed('cid');
  await createRestClient(url, cid.password).send('POST', '/users/cid/password', {
    currentPassword: 'cid',
    newPassword: 'new',
  });
  expect([await acceptedLogins(cid, secondUrl), await acceptedLogins(cid, url)]).toEqual(['token', 'token']);
  expect(await acceptedLogins({ ...cid, password: basicAuth('cid', 'new') }, secondUrl)).toBe('password token');
});

test('a session that the user has ended, and a logout from all sessions', async () => {
  const dan = await personNamed('dan');
  const second = await sessionOf('dan', 'dan');
  const own = createRestClient(url, dan.session);
  const sessions = await own.get<{ readonly id: string; readonly current: boolean }[]>('/sessions');
  expect(sessions.map(({ current }) => current)).toEqual([true, false]);
  await own.sendForNoContent('DELETE', `/sessions/${sessions[1]?.id}`);
  expect(await acceptedLogins({ ...dan, session: second }, secondUrl)).toBe('password token');
  expect(await acceptedLogins(dan, secondUrl)).toBe('all');
  const third = await sessionOf('dan', 'dan');
  await createRestClient(url, third).sendForNoContent('DELETE', '/sessions');
  expect([await acceptedLogins(dan, secondUrl), await acceptedLogins({ ...dan, session: third }, secondUrl)]).toEqual([
    'password token',
    'password token',
  ]);
});

test('a user cannot end a session of another user', async () => {
  const [eve, fay] = [await personNamed('eve'), await personNamed('fay')];
  const [{ id }] = (await createRestClient(url, eve.session).get<{ readonly id: string }[]>('/sessions')) as [
    { id: string },
  ];
  expect(await createRestClient(url, fay.session).sendForError('DELETE', `/sessions/${id}`)).toBe(
    `404 there is no session '${id}'`,
  );
  expect(
    await createRestClient(url, fay.password).sendForError('DELETE', `/personal-access-tokens/${eve.tokenId}`),
  ).toBe(`404 there is no personal access token '${eve.tokenId}'`);
  expect(await acceptedLogins(eve, secondUrl)).toBe('all');
});

test('a deleted user: a later user with the same name is a different user', async () => {
  const gil = await personNamed('gil');
  await rest.sendForNoContent('DELETE', '/users/gil');
  expect(await acceptedLogins(gil, secondUrl)).toBe('');
  await rest.send('POST', '/users/gil', { fullName: 'G', email: '', loginAllowed: true, password: 'gil' });
  expect([await acceptedLogins(gil, secondUrl), await acceptedLogins(gil, url)]).toEqual(['password', 'password']);
});
