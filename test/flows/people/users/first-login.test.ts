import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../../harness/product/serve.ts';
import { openEventStream } from '../../../harness/rest/event-stream.ts';
import { basicAuth, createRestClient, type RestClient } from '../../../harness/rest/rest-client.ts';
import { createRestUsers, missingPermission } from '../rest-users.ts';

const product = serve();
const { rest, url } = product;
const { as, someone } = createRestUsers(product);

/** The refusal of each request, as one line with the operation that helps. */
const needed = '403 a new password is needed: choose it with PUT /me/password';

const withPassword = (username: string, password: string): RestClient =>
  createRestClient(url, basicAuth(username, password));

/** Logs in like a browser. */
async function sessionOf(username: string, password: string): Promise<RestClient> {
  const { headers, status } = await rest.send('POST', `${url()}/login`, { username, password });
  expect(status).toBe(200);
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  return createRestClient(url, { cookie, 'sec-fetch-site': 'same-origin' });
}

/** Creates a user who must choose a new password. */
async function newcomer(username: string): Promise<RestClient> {
  await rest.post(`/users/${username}`, { password: `pw ${username}`, mustChangePassword: true });
  return as(username);
}

describe('a user who must choose a new password', () => {
  test('is listed as such, and other users are not', async () => {
    await newcomer('listed');
    expect(await rest.get('/users/listed')).toMatchObject({ username: 'listed', mustChangePassword: true });
    expect(await rest.get('/users?text=listed')).toMatchObject([{ mustChangePassword: true }]);
    expect(await rest.get('/users/admin')).not.toHaveProperty('mustChangePassword');
    expect(await rest.get('/me')).not.toHaveProperty('mustChangePassword');
  });

  describe('with a session and with a password', () => {
    let clients: readonly RestClient[];
    beforeAll(async () => {
      clients = [await newcomer('fenced'), await sessionOf('fenced', 'pw fenced')];
    });

    test.each([
      ['GET', '/templates', undefined],
      ['GET', '/me/tasks', undefined],
      ['GET', '/users/fenced', undefined],
      ['POST', '/templates', { title: 'T' }],
      ['POST', '/users/fenced/password', { currentPassword: 'pw fenced', newPassword: 'other' }],
      ['PUT', '/users/fenced', { password: 'other', previousPassword: 'pw fenced' }],
      ['POST', '/personal-access-tokens', { tokenNote: 'a way around' }],
      ['GET', '/live?list=releases', undefined],
      ['DELETE', '/sessions', undefined],
      ['GET', '/me/full-names', undefined],
    ] as const)('is refused %s %s', async (method, path, body) => {
      for (const client of clients) expect(await client.sendForError(method, path, body)).toBe(needed);
    });

    test('is refused requests outside the REST API', async () => {
      for (const path of ['/profile', '/server/info', '/devops-as-code/schema'])
        for (const client of clients) expect(await client.sendForError('GET', `${url()}${path}`)).toBe(needed);
    });

    test('reads the reason from /me, and the code from the refusal', async () => {
      for (const client of clients) {
        expect(await client.get('/me')).toMatchObject({ username: 'fenced', mustChangePassword: true });
        const refused = await client.send('GET', '/templates', undefined, { accept: 'application/problem+json' });
        expect(refused.headers.get('x-slipway-code')).toBe('login.newPasswordNeeded');
        expect(refused.body).toMatchObject({
          ...{ status: 403, code: 'login.newPasswordNeeded', params: { request: 'PUT /me/password' } },
        });
      }
    });

    test('logs out', async () => {
      const session = await sessionOf('fenced', 'pw fenced');
      expect((await session.send('POST', `${url()}/logout`)).status).toBe(204);
      expect((await session.send('GET', '/me')).status).toBe(401);
    });
  });

  test('continues to use access tokens', async () => {
    const own = await someone('programmer');
    const { token } = await own.post<{ readonly token: string }>('/personal-access-tokens', { tokenNote: 'nightly' });
    await rest.sendForNoContent('PUT', '/users/programmer', { mustChangePassword: true });
    expect(await own.sendForError('GET', '/templates')).toBe(needed);
    const program = createRestClient(url, { 'x-release-personal-token': token });
    expect((await program.send('GET', '/templates')).status).toBe(200);
  });

  test('chooses a password, which ends all sessions and the requirement', async () => {
    const own = await newcomer('chooser');
    const sessions = [await sessionOf('chooser', 'pw chooser'), await sessionOf('chooser', 'pw chooser')];
    const change = (currentPassword: string, newPassword: string) => ({ currentPassword, newPassword });
    const path = '/me/password';
    expect(await own.sendForError('PUT', path, change('wrong', 'chosen'))).toBe(
      '400 currentPassword: expected the current password',
    );
    expect(await own.sendForError('PUT', path, change('pw chooser', 'pw chooser'))).toBe(
      '400 newPassword: expected a password other than the current one',
    );
    expect(await own.sendForError('PUT', path, change('pw chooser', ''))).toMatch(/^400 password: expected /);
    await sessions[0]!.sendForNoContent('PUT', path, change('pw chooser', 'chosen'));
    for (const session of sessions) expect((await session.send('GET', '/me')).status).toBe(401);
    expect((await own.send('GET', '/me')).status).toBe(401);
    const now = withPassword('chooser', 'chosen');
    expect((await now.send('GET', '/templates')).status).toBe(200);
    expect(await now.get('/me')).not.toHaveProperty('mustChangePassword');
    expect(await rest.get('/audit?subject=chooser&action=USER_UPDATED')).toMatchObject([
      {
        username: 'chooser',
        before: { mustChangePassword: true },
        after: { mustChangePassword: false, password: '********' },
      },
    ]);
  });

  test('is not freed by a password that an administrator sets', async () => {
    await newcomer('reset');
    await rest.sendForNoContent('PUT', '/users/reset', { password: 'another' });
    expect(await withPassword('reset', 'another').sendForError('GET', '/templates')).toBe(needed);
    await rest.sendForNoContent('PUT', '/users/reset', { mustChangePassword: false });
    expect((await withPassword('reset', 'another').send('GET', '/templates')).status).toBe(200);
  });

  test('loses an open event stream', async () => {
    const streaming = await someone('streaming');
    const session = await rest.send('POST', `${url()}/login`, { username: 'streaming', password: 'pw streaming' });
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
    const streams = [
      await openEventStream(url(), 'list=releases', basicAuth('streaming', 'pw streaming')),
      await openEventStream(url(), 'list=releases', { cookie }),
    ];
    await rest.sendForNoContent('PUT', '/users/streaming', { mustChangePassword: true });
    await Promise.all(streams.map(({ ended }) => ended));
    expect(await streaming.sendForError('GET', '/live?list=releases')).toBe(needed);
  });
});

describe('the requirement', () => {
  test('is set and removed only with the permission, also for oneself', async () => {
    const plain = await someone('plain');
    const editor = await someone('editor', 'security#edit');
    expect(await plain.sendForError('PUT', '/users/plain', { mustChangePassword: true })).toBe(
      missingPermission('security#edit'),
    );
    await editor.sendForNoContent('PUT', '/users', [{ username: 'plain', mustChangePassword: true }]);
    expect(await plain.sendForError('GET', '/templates')).toBe(needed);
    await editor.sendForNoContent('PUT', '/users/plain', { mustChangePassword: false });
    expect((await plain.send('GET', '/templates')).status).toBe(200);
    expect(await editor.sendForError('PUT', '/users/admin', { mustChangePassword: true })).toBe(
      missingPermission('admin'),
    );
  });

  test('is no boolean: 400', async () => {
    expect(await rest.sendForError('POST', '/users/wrong', { mustChangePassword: 'perhaps' })).toMatch(
      /^400 mustChangePassword: /,
    );
  });

  test('does not exist for external users, whose password is stored elsewhere', async () => {
    const reason = (name: string) =>
      `400 mustChangePassword: the password of user '${name}' is managed by LDAP or OpenID Connect`;
    expect(await rest.sendForError('POST', '/users/out', { external: true, mustChangePassword: true })).toBe(
      reason('out'),
    );
    await rest.post('/users/out', { external: true });
    expect(await rest.sendForError('PUT', '/users/out', { mustChangePassword: true })).toBe(reason('out'));
    await rest.sendForNoContent('PUT', '/users/out', { mustChangePassword: false });
  });
});

test('administrators see whether admin still has the default password', async () => {
  const own = await someone('second', 'admin');
  const plain = await someone('third');
  expect(await own.get('/me')).toMatchObject({ adminHasDefaultPassword: true });
  expect(await plain.get('/me')).not.toHaveProperty('adminHasDefaultPassword');
  await rest.sendForNoContent('PUT', '/me/password', { currentPassword: 'admin', newPassword: 'chosen' });
  expect(await own.get('/me')).not.toHaveProperty('adminHasDefaultPassword');
  await withPassword('admin', 'chosen').sendForNoContent('PUT', '/me/password', {
    ...{ currentPassword: 'chosen', newPassword: 'admin' },
  });
});
