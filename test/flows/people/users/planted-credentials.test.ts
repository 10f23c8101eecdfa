import { expect, test } from 'vitest';
import { serve } from '../../../harness/product/serve.ts';
import { basicAuth, createRestClient, type RestClient } from '../../../harness/rest/rest-client.ts';
import { createKeyedPost } from '../../http/keyed-post.ts';
import { createRestUsers } from '../rest-users.ts';

// Logins that another user set up in an account before that account got the permission admin
// (docs/explanation/decisions/protected-admin.md).
const product = serve();
const { rest, url } = product;
const { someone } = createRestUsers(product);

const tokens = '/personal-access-tokens';
const by = (token: string) => createRestClient(url, { 'x-release-personal-token': token });
const tokenOf = async (client: RestClient, more: object) =>
  by((await client.post<{ token: string }>(tokens, more)).token);
const grantAll = (...names: readonly string[]) =>
  rest.sendForNoContent('PUT', '/roles/Mighty', { principals: names.map((username) => ({ username })) });
/** Returns the response of a request that needs the permission admin. */
const readAs = async (client: RestClient) => {
  const { status, text } = await client.send('GET', '/plugins');
  return status === 200 ? '200' : `${status} ${text.trim()}`;
};
const withSession = async (username: string, password: string) => {
  const answer = await fetch(`${url()}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return createRestClient(url, { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' });
};

const ofToken =
  '401 a user without the permission admin created the personal access token of a user with that permission: create another';
const ofPassword =
  '401 a user without the permission admin has set the password of eve, who has that permission: an administrator must set another';

test('planted logins of an account are invalid while it has the permission admin', async () => {
  await rest.sendForNoContent('POST', '/roles/Mighty', { permissions: ['admin'] });
  const keeper = await someone('keeper', 'security#edit');
  await rest.post('/users/robot', {});
  const robot = await tokenOf(keeper, { tokenNote: 'deploys', username: 'robot' });
  await keeper.post('/users/eve', { password: 'planted' });
  const eve = createRestClient(url, basicAuth('eve', 'planted'));
  const session = await withSession('eve', 'planted');
  const own = await tokenOf(eve, { tokenNote: 'under a planted password' });
  const clients = [robot, eve, own, session];
  for (const userClient of clients) expect((await userClient.send('GET', '/me')).status).toBe(200);
  await grantAll('robot', 'eve');
  expect(await Promise.all(clients.map(readAs))).toEqual([
    ofToken,
    ofPassword,
    ofToken,
    '401 the session has ended: log in again',
  ]);
  expect(await readAs(createRestClient(url, basicAuth('eve', 'a wrong one')))).toBe('401 wrong user name or password');
  await grantAll();
  for (const userClient of clients) expect((await userClient.send('GET', '/me')).status).toBe(200);
});

test('logins that admin sets are valid, and so are later logins that their owner creates', async () => {
  await grantAll('eve', 'robot');
  await rest.sendForNoContent('PUT', '/users/eve', { password: 'good' });
  const eve = createRestClient(url, basicAuth('eve', 'good'));
  const own = await tokenOf(eve, { tokenNote: 'my own' });
  const robot = await tokenOf(rest, { tokenNote: 'of admin', username: 'robot' });
  expect(await Promise.all([eve, own, robot, await withSession('eve', 'good')].map(readAs))).toEqual(
    Array(4).fill('200'),
  );
  await eve.sendForNoContent('POST', '/users/eve/password', { currentPassword: 'good', newPassword: 'better' });
  expect(await readAs(createRestClient(url, basicAuth('eve', 'better')))).toBe('200');
});

test('a planted password stays invalid after a change by the user who planted it', async () => {
  const keeper = createRestClient(url, basicAuth('keeper', 'pw keeper'));
  await keeper.post('/users/fay', { password: 'planted' });
  const fay = createRestClient(url, basicAuth('fay', 'planted'));
  await fay.sendForNoContent('POST', '/users/fay/password', { currentPassword: 'planted', newPassword: 'laundered' });
  await grantAll('fay');
  expect(await readAs(createRestClient(url, basicAuth('fay', 'laundered')))).toBe(ofPassword.replaceAll('eve', 'fay'));
});

test('a stored response for a deleted user is not returned to a later user with the same name', async () => {
  const post = createKeyedPost(rest);
  const templates = async (client: RestClient) => {
    const { status, text } = await post('/templates', { title: 'By gil' }, 'same key', client);
    return [status, JSON.parse(text).id];
  };
  const before = await templates(await someone('gil', 'template#create'));
  expect(await templates(createRestClient(url, basicAuth('gil', 'pw gil')))).toEqual(before);
  await rest.sendForNoContent('DELETE', '/users/gil');
  await rest.sendForNoContent('DELETE', '/roles/role%20of%20gil');
  const after = await templates(await someone('gil', 'template#create'));
  expect([before[0], after[0], after[1] === before[1]]).toEqual([200, 200, false]);
});
