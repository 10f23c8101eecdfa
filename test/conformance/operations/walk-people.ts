import { test } from 'vitest';
import type { Call } from '../../harness/contract/document.ts';

/** Every call about people. */
export function walkPeople(call: Call): void {
  test('users', async () => {
    const path = { username: 'walker' };
    await call('createUser', { path, body: { fullName: 'W', email: '', loginAllowed: true, password: 'walker' } });
    await call('getUser', { path });
    await call('findUsers', { query: { fullName: 'w', loginAllowed: 'true', page: '0' } });
    await call('updateUser', { path, body: { firstDayOfWeek: 1, analyticsEnabled: true } });
    await call('updateUsers', { body: [{ username: 'walker', email: 'w@x' }] });
    await call('updatePassword', { path, body: { currentPassword: 'walker', newPassword: 'runner' } });
    await call('deleteUser', { path });
  });

  test('roles', async () => {
    const path = { roleName: 'Walkers' };
    await call('createRole', { path, body: { permissions: ['reports#view'], principals: [{ username: 'admin' }] } });
    await call('createRoles', { body: [{ name: 'Runners', principals: [{ username: 'a group' }] }] });
    await call('getRole', { path });
    await call('getRoles', { query: { resultsPerPage: '10' } });
    await call('updateRole', { path, body: { permissions: [] } });
    await call('updateRoles', { body: [{ name: 'Runners', permissions: [] }] });
    await call('renameRole', { path, query: { newName: 'Strollers' } });
    await call('deleteRole', { path: { roleName: 'Strollers' } });
    await call('getGlobalPermissions');
  });

  test('the audit log', async () => {
    await call('getAudit', { query: { username: 'admin', resultsPerPage: '50' } });
  });
}
