import { describe, expect, test } from 'vitest';
import { serveSecondServer } from '../../../harness/product/second-server.ts';
import { serve } from '../../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../../harness/rest/rest-client.ts';
import { createRestUsers, missingPermission } from '../rest-users.ts';

/** A change of a user or role on one process applies to the next request on the other process. */
const product = serve();
const { rest } = product;
const { someone } = createRestUsers(product);
const second = serveSecondServer(product);

interface Line {
  readonly action: string;
}

/** Sends a GET to the second process as a user. */
const requestAs = async (username: string, path: string, password = `pw ${username}`): Promise<string> => {
  const { status, text } = await second.send('GET', path, undefined, basicAuth(username, password));
  return status === 200 ? '200' : `${status} ${text.trimEnd()}`;
};
const wrongPasswordText = '401 wrong user name or password';

describe('a change on one process applies to the next request on another process', () => {
  test('for the permissions and principals of a role, and its deletion', async () => {
    await someone('ann');
    await rest.sendForNoContent('POST', '/roles/Readers', {
      permissions: ['audit#view'],
      principals: [{ username: 'ann' }],
    });
    const readAudit = async () => (await requestAs('ann', '/audit?resultsPerPage=1')).slice(0, 3);
    expect(await readAudit()).toBe('200');
    await rest.sendForNoContent('PUT', '/roles/Readers', { permissions: [] });
    expect(await requestAs('ann', '/audit')).toBe(missingPermission('audit#view'));
    await rest.sendForNoContent('PUT', '/roles', [{ name: 'Readers', permissions: ['audit#view'] }]);
    expect(await readAudit()).toBe('200');
    await rest.sendForNoContent('PUT', '/roles/Readers', { principals: [] });
    expect(await readAudit()).toBe('403');
    await rest.sendForNoContent('PUT', '/roles/Readers', { principals: [{ username: 'ANN' }] });
    expect(await readAudit()).toBe('200');
    await rest.sendForNoContent('POST', '/roles/Readers/rename?newName=Auditors');
    expect(await readAudit()).toBe('200');
    await rest.sendForNoContent('DELETE', '/roles/Auditors');
    expect(await readAudit()).toBe('403');
  });

  test('when a user is disabled, enabled again, and deleted with tokens', async () => {
    const bob = await someone('bob');
    const { token } = await bob.post<{ readonly token: string }>('/personal-access-tokens', { tokenNote: 'ci' });
    const byToken = async () =>
      (await createRestClient(product.url, { 'x-release-personal-token': token }).send('GET', '/global-permissions'))
        .status;
    const both = async () => [await requestAs('bob', '/global-permissions'), await byToken()];
    expect(await both()).toEqual(['200', 200]);
    await second.sendForNoContent('PUT', '/users/bob', { loginAllowed: false });
    expect(await both()).toEqual([wrongPasswordText, 401]);
    await second.sendForNoContent('PUT', '/users/bob', { loginAllowed: true });
    expect(await both()).toEqual(['200', 200]);
    await second.sendForNoContent('DELETE', '/users/bob');
    expect(await both()).toEqual([wrongPasswordText, 401]);
    await second.post('/users/bob', { password: 'pw bob' });
    expect(await both()).toEqual(['200', 401]);
  });

  test('for a password', async () => {
    await someone('carl');
    expect(await requestAs('carl', '/global-permissions')).toBe('200');
    await rest.sendForNoContent('POST', '/users/carl/password', { newPassword: 'other' });
    expect(await requestAs('carl', '/global-permissions')).toBe(wrongPasswordText);
    expect(await requestAs('carl', '/global-permissions', 'other')).toBe('200');
  });

  test('and of concurrent requests that create the same user or role one succeeds', async () => {
    const created = await Promise.all(
      [rest, second, rest, second].flatMap((one) => [
        one.send('POST', '/users/same', {}),
        one.send('POST', '/roles/Same', {}),
      ]),
    );
    const statuses = created.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 204, 409, 409, 409, 409, 409, 409]);
  });
});

test('the audit log contains each change with its user, and no password', async () => {
  await someone('dora', 'reports#view');
  await rest.sendForNoContent('PUT', '/users/dora', { fullName: 'Dora', password: 'pw-hunter2' });
  await rest.sendForNoContent('PUT', '/users/dora', { fullName: 'Dora' });
  await rest.sendForError('PUT', '/users', [{ username: 'dora', fullName: 'Undone' }, { username: 'none' }]);
  await rest.sendForNoContent('PUT', '/roles/role%20of%20dora', { principals: [] });
  await rest.sendForNoContent('POST', '/roles/role%20of%20dora/rename?newName=Of%20Dora');
  await rest.sendForNoContent('DELETE', '/users/DORA');
  await rest.sendForNoContent('DELETE', '/roles/Of%20Dora');
  const lines = await rest.get<Line[]>('/audit?username=admin&resultsPerPage=1000');
  const about = (subject: string) => ({ username: 'admin', address: '127.0.0.1', subject, count: 1 });
  const changes = lines.filter(({ action }) => !action.startsWith('LOGIN'));
  expect(changes.slice(0, 7)).toMatchObject([
    { action: 'ROLE_DELETED', ...about('Of Dora'), before: { permissions: ['reports#view'], principals: [] } },
    { action: 'USER_DELETED', ...about('dora'), before: { fullName: 'Dora', loginAllowed: true, roles: [] } },
    { action: 'ROLE_RENAMED', ...about('Of Dora'), before: { name: 'role of dora' }, after: { name: 'Of Dora' } },
    { action: 'ROLE_UPDATED', ...about('role of dora'), before: { principals: ['dora'] }, after: { principals: [] } },
    { action: 'USER_UPDATED', ...about('dora'), before: {}, after: { fullName: 'Dora', password: '********' } },
    {
      action: 'ROLE_CREATED',
      ...about('role of dora'),
      after: { permissions: ['reports#view'], principals: ['dora'] },
    },
    { action: 'USER_CREATED', ...about('dora'), after: { loginAllowed: true, password: '********' } },
  ]);
  const auditRows = await product.database().query({ text: 'select before::text, after::text from audit' });
  expect(JSON.stringify([lines, auditRows])).not.toMatch(/hunter2|pw dora|argon2/);
  expect(product.output()).not.toMatch(/hunter2|argon2/);
});
