import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';

const { rest, url } = serve();

interface Token {
  readonly id: string;
  readonly token: string;
  readonly username: string;
}
const by = ({ token }: Token) => createRestClient(url, { 'x-release-personal-token': token });
const path = '/personal-access-tokens';

async function userNamed(name: string, more: object = { password: name }) {
  await rest.send('POST', `/users/${name}`, { fullName: name, email: '', loginAllowed: true, ...more });
  return createRestClient(url, basicAuth(name, name));
}

test('a user without a password logs in with tokens, which callers with the permission to edit users create, list and revoke', async () => {
  await userNamed('robot', {});
  await userNamed('ann');
  await rest.send('POST', '/roles/Keepers', { permissions: ['security#edit'], principals: [{ username: 'ann' }] });
  const ann = createRestClient(url, basicAuth('ann', 'ann'));
  const created = await ann.post<Token>(path, { tokenNote: 'deploys', username: 'ROBOT' });
  expect(created.username).toBe('robot');
  expect(await by(created).get(path)).toEqual([expect.objectContaining({ id: created.id, tokenNote: 'deploys' })]);
  expect(await ann.get(`${path}?username=robot`)).toEqual([expect.objectContaining({ id: created.id })]);
  await ann.sendForNoContent('DELETE', `${path}/${created.id}`);
  expect((await by(created).send('GET', path)).status).toBe(401);
  const lines = await rest.get<readonly object[]>('/audit?subject=deploys');
  expect(lines).toMatchObject([
    { action: 'TOKEN_ENDED', username: 'ann', before: { username: 'robot' } },
    { action: 'TOKEN_CREATED', username: 'ann', after: { username: 'robot' } },
  ]);
});

test('a service account cannot have a token with more permissions than its own', async () => {
  await userNamed('weak', {});
  const tokenRequest = { tokenNote: 'too much', username: 'weak', globalPermissions: ['audit#view'] };
  expect(await rest.sendForError('POST', path, tokenRequest)).toMatch(/^403 Permission audit#view /);
});

test('tokens of users who can log in are refused, and only admin creates tokens of users with all permissions', async () => {
  const bob = await userNamed('bob');
  await userNamed('mighty', {});
  await rest.send('POST', '/roles/Mighty', { permissions: ['admin'], principals: [{ username: 'mighty' }] });
  await rest.send('POST', '/roles/Bobs', { permissions: ['security#edit'], principals: [{ username: 'bob' }] });
  expect(await rest.sendForError('POST', path, { tokenNote: 'as bob', username: 'bob' })).toBe(
    "409 user 'bob' can log in and must create their own tokens",
  );
  const tokenOfAdmin = { tokenNote: 'as mighty', username: 'mighty' };
  expect(await bob.sendForError('POST', path, tokenOfAdmin)).toMatch(/^403 Permission admin /);
  const created = await rest.post<Token>(path, tokenOfAdmin);
  expect((await by(created).send('GET', '/plugins')).status).toBe(200);
  expect(await bob.sendForError('DELETE', `${path}/${created.id}`)).toMatch(/^403 Permission admin /);
});

test('without the permission to edit users a caller learns nothing about other users and their tokens', async () => {
  const [cid, dan] = [await userNamed('cid'), await userNamed('dan')];
  const { id } = await cid.post<Token>(path, { tokenNote: 'own' });
  const missingPermission = '403 Permission security#edit on APPLICATIONS on Applications is not granted to you.';
  for (const username of ['cid', 'nobody']) {
    expect(await dan.sendForError('GET', `${path}?username=${username}`)).toBe(missingPermission);
    expect(await dan.sendForError('POST', path, { tokenNote: 'x', username })).toBe(missingPermission);
  }
  expect(await dan.sendForError('DELETE', `${path}/${id}`)).toBe(`404 there is no personal access token '${id}'`);
  expect(await rest.sendForError('GET', `${path}?username=nobody`)).toBe("404 there is no user 'nobody'");
});
