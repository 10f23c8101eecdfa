import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InProcess } from '../../harness/product/in-process.ts';
import { startBeside } from '../../harness/product/second.ts';
import { serve } from '../../harness/product/serve.ts';
import { basic, restAt } from '../../harness/rest/rest.ts';

// What is done on one process holds for the next request on the other.
const served = serve();
const { rest, url } = served;
let beside: InProcess;
beforeAll(async () => {
  beside = await startBeside(served);
});
afterAll(() => beside?.stop());

const there = () => beside.url;

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

/** A user with a token and a session, whom both processes have seen in every way. */
async function personNamed(name: string): Promise<Person> {
  await rest.send('POST', `/users/${name}`, { fullName: name, email: '', loginAllowed: true, password: name });
  const password = basic(name, name);
  const own = restAt(url, password);
  const made = await own.post<{ readonly id: string; readonly token: string }>('/personal-access-tokens', {
    tokenNote: 'at once',
  });
  const token = { 'x-release-personal-token': made.token };
  const person = { name, password, token, tokenId: made.id, session: await sessionOf(name, name) };
  expect([await lets(person, url), await lets(person, there)]).toEqual(['all', 'all']);
  return person;
}

/** Returns which logins of a user are accepted at a process. */
async function lets({ password, token, session }: Omit<Person, 'name' | 'tokenId'>, at: () => string): Promise<string> {
  const ways = Object.entries({ password, token, session });
  const statuses = await Promise.all(
    ways.map(async ([way, login]) => [way, (await restAt(at, login).send('GET', '/sessions')).status] as const),
  );
  const inside = statuses.flatMap(([way, status]) => (status === 200 ? [way] : []));
  return inside.length === ways.length ? 'all' : inside.join(' ');
}

test('a token that was ended', async () => {
  const ann = await personNamed('ann');
  await restAt(url, ann.password).done('DELETE', `/personal-access-tokens/${ann.tokenId}`);
  expect([await lets(ann, there), await lets(ann, url)]).toEqual(['password session', 'password session']);
});

test('a user is disabled and enabled again: tokens work again, sessions do not', async () => {
  const bob = await personNamed('bob');
  await rest.done('PUT', '/users/bob', { loginAllowed: false });
  expect([await lets(bob, there), await lets(bob, url)]).toEqual(['', '']);
  expect(await restAt(there, bob.token).refused('GET', '/sessions')).toBe(
    '401 the user of the personal access token may not log in',
  );
  await rest.done('PUT', '/users/bob', { loginAllowed: true });
  expect([await lets(bob, there), await lets(bob, url)]).toEqual(['password token', 'password token']);
});

test('a changed password: saved logins and sessions end, tokens stay', async () => {
  const cid = await personNamed('cid');
  await restAt(url, cid.password).send('POST', '/users/cid/password', { currentPassword: 'cid', newPassword: 'new' });
  expect([await lets(cid, there), await lets(cid, url)]).toEqual(['token', 'token']);
  expect(await lets({ ...cid, password: basic('cid', 'new') }, there)).toBe('password token');
});

test('a session that was ended, and a log-out everywhere', async () => {
  const dan = await personNamed('dan');
  const second = await sessionOf('dan', 'dan');
  const own = restAt(url, dan.session);
  const sessions = await own.get<{ readonly id: string; readonly current: boolean }[]>('/sessions');
  expect(sessions.map(({ current }) => current)).toEqual([true, false]);
  await own.done('DELETE', `/sessions/${sessions[1]?.id}`);
  expect(await lets({ ...dan, session: second }, there)).toBe('password token');
  expect(await lets(dan, there)).toBe('all');
  const third = await sessionOf('dan', 'dan');
  await restAt(url, third).done('DELETE', '/sessions');
  expect([await lets(dan, there), await lets({ ...dan, session: third }, there)]).toEqual([
    'password token',
    'password token',
  ]);
});

test('a session of another user is not usable', async () => {
  const [eve, fay] = [await personNamed('eve'), await personNamed('fay')];
  const [{ id }] = (await restAt(url, eve.session).get<{ readonly id: string }[]>('/sessions')) as [{ id: string }];
  expect(await restAt(url, fay.session).refused('DELETE', `/sessions/${id}`)).toBe(`404 there is no session '${id}'`);
  expect(await restAt(url, fay.password).refused('DELETE', `/personal-access-tokens/${eve.tokenId}`)).toBe(
    `404 there is no personal access token '${eve.tokenId}'`,
  );
  expect(await lets(eve, there)).toBe('all');
});

test('a deleted user: a later user with the same name is a different user', async () => {
  const gil = await personNamed('gil');
  await rest.done('DELETE', '/users/gil');
  expect(await lets(gil, there)).toBe('');
  await rest.send('POST', '/users/gil', { fullName: 'G', email: '', loginAllowed: true, password: 'gil' });
  expect([await lets(gil, there), await lets(gil, url)]).toEqual(['password', 'password']);
});
