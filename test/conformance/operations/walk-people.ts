import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';

/** Calls every endpoint of users, roles and teams. */
export function walkPeople(call: Call, url: () => string): void {
  test('users', async () => {
    const path = { username: 'walker' };
    await call('createUser', { path, body: { fullName: 'W', email: '', loginAllowed: true, password: 'walker' } });
    await call('getUser', { path });
    await call('findUsers', { query: { fullName: 'w', loginAllowed: 'true', page: '0' } });
    await call('updateUser', { path, body: { firstDayOfWeek: 1, analyticsEnabled: true } });
    await call('updateUsers', { body: [{ username: 'walker', email: 'w@x' }] });
    await call('updatePassword', { path, body: { currentPassword: 'walker', newPassword: 'runner' } });
    await call('updateUser', { path, body: { mustChangePassword: true } });
    await call('deleteUser', { path });
  });

  test('invitations', async () => {
    const body = { username: 'guest', fullName: 'G', email: 'g@x' };
    const { id } = await call<{ readonly id: string }>('createInvitation', { body });
    await call('getInvitations');
    await call('deleteInvitation', { path: { invitationId: id } });
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

  test('teams', async () => {
    const { id: folderId } = await call<{ id: string }>('addFolder', {
      path: { folderId: 'Applications' },
      body: { title: 'with teams' },
    });
    const { id: templateId } = await call<{ id: string }>('createTemplate', { body: { title: 'with teams' } });
    const { id: releaseId } = await call<{ id: string }>('createRelease', {
      path: { templateId },
      body: { releaseTitle: 'with teams' },
    });
    const members = [
      { name: 'admin', type: 'PRINCIPAL' },
      { name: 'Runners', type: 'ROLE' },
    ];
    const body = [{ teamName: 'Walkers', members, permissions: ['folder#view'] }];
    await call('getFolderTeams', { path: { folderId } });
    await call('setFolderTeams', { path: { folderId }, body });
    await call('getTemplateTeams', { path: { templateId } });
    await call('setTemplateTeams', { path: { templateId }, body });
    await call('getReleaseTeams', { path: { releaseId } });
    await call('setReleaseTeams', { path: { releaseId }, body });
  });

  test('the current user, and explanations of permissions', async () => {
    await call('getMe');
    await call('getFullNames');
    await call('updateMyPassword', { body: { currentPassword: 'admin', newPassword: 'admin' } });
    await call('getMyTasks', { query: { whose: 'me', text: 'a', resultsPerPage: '5' } });
    const view = { name: 'Late', address: '/releases?risk=AT_RISK' };
    const sharedWith = { folderId: 'Applications' };
    const { id: viewId } = await call<{ id: string }>('saveMyView', { body: { ...view, sharedWith } });
    await call('getMyViews');
    await call('changeView', { path: { viewId }, body: { ...view, version: 1 } });
    await call('deleteView', { path: { viewId }, query: { version: '2' } });
    await call('saveMyView', { body: view });
    await call('deleteMyView', { query: { name: 'Late' } });
    await call('explainPermission', { query: { id: 'Applications' } });
    await call('explainPermission', { query: { permission: 'release#view', id: 'Applications' } });
  });

  test('the audit log', async () => {
    await call('getAudit', { query: { username: 'admin', resultsPerPage: '50' } });
  });

  test('personal access tokens', async () => {
    const body = { tokenNote: 'walk', globalPermissions: ['runner#registration'], expiryDate: Date.now() + 86_400_000 };
    const { id } = await call<{ readonly id: string }>('createPersonalAccessToken', { body });
    await call('getPersonalAccessTokens');
    const path = { username: 'admin' };
    await call('createPersonalAccessTokenOfUser', { path, body: { tokenNote: 'named in the path' } });
    await call('deletePersonalAccessToken', { path: { tokenId: id } });
  });

  test('sessions', async () => {
    const logIn = async () => {
      const body = JSON.stringify({ username: 'admin', password: 'admin' });
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(`${url()}/login`, { method: 'POST', headers, body })).status).toBe(200);
      return await call<readonly { readonly id: string }[]>('getSessions');
    };
    const [{ id }] = (await logIn()) as [{ readonly id: string }];
    await call('deleteSession', { path: { sessionId: id } });
    expect(await logIn()).toHaveLength(1);
    await call('deleteSessions');
    expect(await call('getSessions')).toEqual([]);
  });
}
