import { expect, test } from 'vitest';
import { serve } from '../../../harness/product/serve.ts';
import { basic, type Rest, restAt } from '../../../harness/rest/rest.ts';
import { postBy } from '../../http/keyed.ts';
import { peopleByRest } from '../someone.ts';

// Logins that another user left in an account before that account could do everything
// (docs/explanation/decisions/protected-admin.md).
const served = serve();
const { rest, url } = served;
const { someone } = peopleByRest(served);

const tokens = '/personal-access-tokens';
const by = (token: string) => restAt(url, { 'x-release-personal-token': token });
const tokenOf = async (asking: Rest, more: object) => by((await asking.post<{ token: string }>(tokens, more)).token);
const mayAll = (...names: readonly string[]) =>
  rest.done('PUT', '/roles/Mighty', { principals: names.map((username) => ({ username })) });
/** The answer to what takes the permission to everything. */
const asked = async (asking: Rest) => {
  const { status, text } = await asking.send('GET', '/plugins');
  return status === 200 ? '200' : `${status} ${text.trim()}`;
};
const withSession = async (username: string, password: string) => {
  const answer = await fetch(`${url()}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return restAt(url, { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' });
};

const ofToken =
  '401 a user without the permission admin created the personal access token, and its user has that permission: create another';
const ofPassword =
  '401 a user without the permission admin has set the password of eve, who has it: have an admin set another';

test('planted logins of an account become invalid when it may do everything, and stay invalid while it may', async () => {
  await rest.done('POST', '/roles/Mighty', { permissions: ['admin'] });
  const keeper = await someone('keeper', 'security#edit');
  await rest.post('/users/robot', {});
  const robot = await tokenOf(keeper, { tokenNote: 'deploys', username: 'robot' });
  await keeper.post('/users/eve', { password: 'planted' });
  const eve = restAt(url, basic('eve', 'planted'));
  const session = await withSession('eve', 'planted');
  const own = await tokenOf(eve, { tokenNote: 'under a planted password' });
  const ways = [robot, eve, own, session];
  for (const way of ways) expect((await way.send('GET', '/me')).status).toBe(200);
  await mayAll('robot', 'eve');
  expect(await Promise.all(ways.map(asked))).toEqual([
    ofToken,
    ofPassword,
    ofToken,
    '401 the session is over: log in again',
  ]);
  expect(await asked(restAt(url, basic('eve', 'a wrong one')))).toBe('401 wrong user name or password');
  await mayAll();
  for (const way of ways) expect((await way.send('GET', '/me')).status).toBe(200);
});

test('logins that admin sets are valid, and later logins that the owner creates', async () => {
  await mayAll('eve', 'robot');
  await rest.done('PUT', '/users/eve', { password: 'good' });
  const eve = restAt(url, basic('eve', 'good'));
  const own = await tokenOf(eve, { tokenNote: 'my own' });
  const robot = await tokenOf(rest, { tokenNote: 'of admin', username: 'robot' });
  expect(await Promise.all([eve, own, robot, await withSession('eve', 'good')].map(asked))).toEqual(
    Array(4).fill('200'),
  );
  await eve.done('POST', '/users/eve/password', { currentPassword: 'good', newPassword: 'better' });
  expect(await asked(restAt(url, basic('eve', 'better')))).toBe('200');
});

test('a planted password stays invalid after a change by the user who planted it', async () => {
  const keeper = restAt(url, basic('keeper', 'pw keeper'));
  await keeper.post('/users/fay', { password: 'planted' });
  const fay = restAt(url, basic('fay', 'planted'));
  await fay.done('POST', '/users/fay/password', { currentPassword: 'planted', newPassword: 'laundered' });
  await mayAll('fay');
  expect(await asked(restAt(url, basic('fay', 'laundered')))).toBe(ofPassword.replaceAll('eve', 'fay'));
});

test('answers for a deleted user are not given to another user of that name', async () => {
  const post = postBy(rest);
  const templates = async (asking: Rest) => {
    const { status, text } = await post('/templates', { title: 'By gil' }, 'same key', asking);
    return [status, JSON.parse(text).id];
  };
  const before = await templates(await someone('gil', 'template#create'));
  expect(await templates(restAt(url, basic('gil', 'pw gil')))).toEqual(before);
  await rest.done('DELETE', '/users/gil');
  await rest.done('DELETE', '/roles/role%20of%20gil');
  const after = await templates(await someone('gil', 'template#create'));
  expect([before[0], after[0], after[1] === before[1]]).toEqual([200, 200, false]);
});
