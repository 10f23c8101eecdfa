import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../harness/rest/rest-client.ts';
import { findTypeErrors } from './typed-reader.ts';

/**
 * Clients that create users and roles: a load test that prepares its users, a generated client, and a plugin that
 * exports users.
 */
const { rest, url } = serve({ TYPE_PREFIX: 'family' });

interface Account {
  readonly username: string;
}

describe('a load test that creates its users', () => {
  const names = ['user0', 'user1'];

  test('reads only the user name from the response', async () => {
    for (const name of names) {
      const account = { fullName: name, email: '', loginAllowed: true, password: name };
      const { username } = await rest.post<Account>(`/users/${name}`, account);
      expect(username).toBe(name);
    }
    const principals = names.map((username) => ({ username }));
    const permissions = ['admin', 'global_variables#edit', 'release#create', 'reports#view', 'security#edit'];
    await rest.sendForNoContent('POST', '/roles/role0', { name: 'role0', permissions, principals });
    expect((await createRestClient(url, basicAuth('user0', 'user0')).send('GET', '/users')).status).toBe(200);
  });

  test('deletes its users', async () => {
    for (const name of names) await rest.sendForNoContent('DELETE', `/users/${name}`);
    await rest.sendForNoContent('DELETE', '/roles/role0');
  });
});

describe('a generated client', () => {
  const agent = { accept: 'application/json', 'user-agent': 'OpenAPI-Generator/1.0.0/go' };
  const account = {
    username: 'Typed User',
    external: false,
    profileId: '',
    email: 'typed@acme.example',
    password: 'typed',
    previousPassword: '',
    fullName: 'Typed',
    externalId: '',
    loginAllowed: true,
    dateFormat: 'yyyy-MM-dd',
    timeFormat: 'HH:mm',
    firstDayOfWeek: 1,
    lastActive: '',
    analyticsEnabled: true,
    taskDrawerEnabled: false,
  };
  const path = '/users/Typed%20User';

  test('sends every member of its model, and reads every member of the response', async () => {
    expect(findTypeErrors('UserAccount', await rest.post(path, account))).toEqual([]);
    const { body } = await rest.send(
      'GET',
      '/users?fullName=typed&external=false&page=0&resultsPerPage=100',
      undefined,
      agent,
    );
    expect(findTypeErrors('UserAccount[]', body)).toEqual([]);
    expect(body).toMatchObject([{ username: 'Typed User', firstDayOfWeek: 1, taskDrawerEnabled: false }]);
    const { password: _, ...unchanged } = account;
    await rest.sendForNoContent('PUT', path, { ...unchanged, previousPassword: null, profileId: null });
    await rest.sendForNoContent('PUT', '/users', [{ ...unchanged, fullName: 'Typed again' }]);
    expect(await rest.get(path)).toMatchObject({ fullName: 'Typed again', email: 'typed@acme.example' });
  });

  test('creates, renames and replaces roles, with ids from the server', async () => {
    const role = {
      name: 'typed',
      id: '',
      permissions: ['template#create'],
      principals: [{ username: 'typed user', fullname: '' }],
    };
    await rest.sendForNoContent('POST', '/roles', [role]);
    const [read] = await rest.get<{ readonly principals: object[] }[]>('/roles?page=0&resultsPerPage=1');
    expect(findTypeErrors('RoleView', read)).toEqual([]);
    expect(read).toMatchObject({ principals: [{ username: 'Typed User', fullname: 'Typed again' }] });
    await rest.sendForNoContent('PUT', '/roles/typed', { ...read, permissions: [] });
    await rest.sendForNoContent('POST', '/roles/typed/rename?newName=typed%20twice');
    await rest.sendForNoContent('DELETE', '/roles/typed%20twice');
    expect(await rest.get<string[]>('/global-permissions')).toContain('folder#create_top_level');
  });
});

test('a plugin that exports users reads all pages of users and roles', async () => {
  const walked = async (path: string) => {
    const accounts: unknown[] = [];
    for (let page = 0; ; page += 1) {
      const some = await rest.get<unknown[]>(`${path}?page=${page}&resultsPerPage=1`);
      if (some.length === 0) return accounts;
      accounts.push(...some);
    }
  };
  expect((await walked('/users')).length).toBe(2);
  expect(await walked('/roles')).toEqual([]);
});
