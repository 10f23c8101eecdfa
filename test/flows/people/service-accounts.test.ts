import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { basic, restAt } from '../../harness/rest/rest.ts';

const { rest, url } = serve();

interface Token {
  readonly id: string;
  readonly token: string;
  readonly username: string;
}
const by = ({ token }: Token) => restAt(url, { 'x-release-personal-token': token });
const path = '/personal-access-tokens';

async function userNamed(name: string, more: object = { password: name }) {
  await rest.send('POST', `/users/${name}`, { fullName: name, email: '', loginAllowed: true, ...more });
  return restAt(url, basic(name, name));
}

test('a user without a password logs in by tokens that callers with the right to change users create, see and end', async () => {
  await userNamed('robot', {});
  await userNamed('ann');
  await rest.send('POST', '/roles/Keepers', { permissions: ['security#edit'], principals: [{ username: 'ann' }] });
  const ann = restAt(url, basic('ann', 'ann'));
  const made = await ann.post<Token>(path, { tokenNote: 'deploys', username: 'ROBOT' });
  expect(made.username).toBe('robot');
  expect(await by(made).get(path)).toEqual([expect.objectContaining({ id: made.id, tokenNote: 'deploys' })]);
  expect(await ann.get(`${path}?username=robot`)).toEqual([expect.objectContaining({ id: made.id })]);
  await ann.done('DELETE', `${path}/${made.id}`);
  expect((await by(made).send('GET', path)).status).toBe(401);
  const lines = await rest.get<readonly object[]>('/audit?subject=deploys');
  expect(lines).toMatchObject([
    { action: 'TOKEN_ENDED', username: 'ann', before: { username: 'robot' } },
    { action: 'TOKEN_CREATED', username: 'ann', after: { username: 'robot' } },
  ]);
});

test('a service account has no token for more than it may', async () => {
  await userNamed('weak', {});
  const wanted = { tokenNote: 'too much', username: 'weak', globalPermissions: ['audit#view'] };
  expect(await rest.refused('POST', path, wanted)).toMatch(/^403 Permission audit#view /);
});

test('tokens of users who can log in are refused, and only admin creates tokens of users who may do everything', async () => {
  const bob = await userNamed('bob');
  await userNamed('mighty', {});
  await rest.send('POST', '/roles/Mighty', { permissions: ['admin'], principals: [{ username: 'mighty' }] });
  await rest.send('POST', '/roles/Bobs', { permissions: ['security#edit'], principals: [{ username: 'bob' }] });
  expect(await rest.refused('POST', path, { tokenNote: 'as bob', username: 'bob' })).toBe(
    "409 user 'bob' can log in, and makes their own tokens",
  );
  const asMighty = { tokenNote: 'as mighty', username: 'mighty' };
  expect(await bob.refused('POST', path, asMighty)).toMatch(/^403 Permission admin /);
  const made = await rest.post<Token>(path, asMighty);
  expect((await by(made).send('GET', '/plugins')).status).toBe(200);
  expect(await bob.refused('DELETE', `${path}/${made.id}`)).toMatch(/^403 Permission admin /);
});

test('without the right to change users a caller learns nothing of other users and their tokens', async () => {
  const [cid, dan] = [await userNamed('cid'), await userNamed('dan')];
  const { id } = await cid.post<Token>(path, { tokenNote: 'own' });
  const says = '403 Permission security#edit on APPLICATIONS on Applications is not granted to you.';
  for (const username of ['cid', 'nobody']) {
    expect(await dan.refused('GET', `${path}?username=${username}`)).toBe(says);
    expect(await dan.refused('POST', path, { tokenNote: 'x', username })).toBe(says);
  }
  expect(await dan.refused('DELETE', `${path}/${id}`)).toBe(`404 there is no personal access token '${id}'`);
  expect(await rest.refused('GET', `${path}?username=nobody`)).toBe("404 there is no user 'nobody'");
});
