import { describe, expect, test } from 'vitest';
import { serve } from '../../../harness/product/serve.ts';
import type { Release } from '../../../harness/rest/response-types.ts';
import { createRestClient } from '../../../harness/rest/rest-client.ts';
import { createRestUsers, missingPermission } from '../rest-users.ts';

const product = serve();
const { rest } = product;
const { role, someone } = createRestUsers(product);

interface Explanation {
  readonly granted: boolean;
  readonly sentence: string;
  readonly reasons: readonly { readonly sentence: string }[];
}
const lastSegmentOf = ({ id }: { readonly id: string }) => id.slice(id.lastIndexOf('/') + 1);
const folder = (title: string) => rest.post<{ readonly id: string }>('/folders/Applications', { title });
const explainPermission = (user: string, permission: string, id = '') =>
  `/explain/permission?${new URLSearchParams({ user, permission, ...(id && { id }) })}`;

/** Adds a team to a folder, template or release. */
async function team(
  scope: { readonly id: string },
  name: string,
  permissions: readonly string[],
  ...members: string[]
) {
  const id = `Team${lastSegmentOf(scope)}${name}`;
  const { query } = product.database();
  await query({ text: 'insert into teams (id, scope_id, name, permissions, position) values ($1, $2, $3, $4, 50)' }, [
    id,
    lastSegmentOf(scope),
    name,
    permissions,
  ]);
  for (const [index, member] of members.entries())
    await query(
      {
        text: `insert into team_members (team_id, principal, name, position) values ($1, case when $2 like 'role:%'
          then (select 'role:' || id from roles where 'role:' || name = $2) else 'user:' || $2 end, $2, $3)`,
      },
      [id, member, index],
    );
  await query({ text: 'update access_version set version = version + 1' });
}

test('each logged-in user can read their own account', async () => {
  expect(await rest.get('/me')).toMatchObject({ username: 'admin', external: false, roles: [], lacking: {} });
  const ann = await someone('ann', 'reports#view', 'template#create');
  const created = await folder('Of Ann');
  await team(created, 'Readers', ['folder#view'], 'ann');
  await team(created, 'Planners', ['folder#edit'], 'role:role of ann');
  await team(created, 'Others', ['folder#edit'], 'bob');
  await ann.sendForNoContent('PUT', '/users/ann', { fullName: 'Ann' });
  const container = { containerId: created.id, containerTitle: 'Of Ann' };
  const me = await ann.get<{ readonly teams: readonly { readonly teamName: string }[] }>('/me');
  expect(me).toEqual({
    username: 'ann',
    fullName: 'Ann',
    external: false,
    unreadNotifications: 0,
    roles: ['role of ann'],
    permissions: ['template#create', 'reports#view'],
    lacking: {
      createFolder: 'folder#create_top_level',
      changeConfigurations: 'admin',
      createRelease: 'template#create_release',
      changeUsers: 'security#edit',
      changeRoles: 'security#edit',
      changeBlackouts: 'global_calendar#edit_blackout',
      changeVariables: 'global_variables#edit',
      readAudit: 'audit#view',
      changeRiskProfiles: 'risk_profile#edit',
      changeRiskThresholds: 'admin',
      changeInsightSettings: 'admin',
      createDashboard: 'dashboard#create',
      readConsistency: 'admin',
    },
    teams: expect.any(Array),
  });
  expect(me.teams.toSorted((left, right) => (left.teamName < right.teamName ? -1 : 1))).toEqual([
    { id: `${created.id}/Team${lastSegmentOf(created)}Planners`, teamName: 'Planners', ...container },
    { id: `${created.id}/Team${lastSegmentOf(created)}Readers`, teamName: 'Readers', ...container },
  ]);
  const { teams: _, ...withoutTeams } = me;
  expect(await ann.get('/me?teams=false')).toEqual(withoutTeams);
});

test('a token with selected global permissions is in no team, and has no other permissions', async () => {
  const tess = await someone('tess', 'reports#view', 'template#create');
  await team(await folder('Of Tess'), 'Readers', ['folder#view'], 'tess');
  const body = { tokenNote: 'some', globalPermissions: ['reports#view'] };
  const { token } = await tess.post<{ readonly token: string }>('/personal-access-tokens', body);
  const some = createRestClient(product.url, { 'x-release-personal-token': token });
  expect(await some.get('/me')).toMatchObject({ username: 'tess', permissions: ['reports#view'], teams: [] });
});

describe('reasons of a permission', () => {
  test('are returned for items in a folder below the owner of the teams', async () => {
    await someone('dev');
    await role('Developers', [], 'dev');
    const created = await folder('Apps');
    const below = await rest.post<{ readonly id: string }>(`/folders/${created.id}`, { title: 'Below' });
    await team(created, 'Builders', ['release#edit_task'], 'role:Developers');
    const template = await rest.post<Release>(`/templates?folderId=${below.id}`, { title: 'Build' });
    const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Build 1' });
    const explained = await rest.get<Explanation>(explainPermission('DEV', 'release#edit_task_tags', release.id));
    expect(explained).toMatchObject({ username: 'dev', granted: true, id: release.id, code: 'permissionReason.team' });
    const object = { code: 'object.release', params: { object: { id: lastSegmentOf(release), title: 'Build 1' } } };
    expect(explained.reasons[0]).toMatchObject({ code: 'permissionReason.teamsOfScope', params: { object } });
    expect(explained.sentence).toBe(
      "team 'Builders' grants release#edit_task, which implies release#edit_task_tags, and includes the role 'Developers' of dev",
    );
    expect(explained.reasons[0]?.sentence).toBe("release 'Build 1' uses the teams of folder 'Apps'");
    const here = await rest.get<Explanation>(explainPermission('dev', 'folder#view', created.id));
    expect(here.reasons[0]?.sentence).toBe("folder 'Apps' has its own teams");
    const refused = await rest.get<Explanation>(explainPermission('dev', 'release#abort', release.id));
    expect([refused.granted, refused.sentence]).toEqual([
      false,
      "dev lacks release#abort on release 'Build 1': none of their roles and teams grants it",
    ]);
  });

  test('are returned for roles, for disabled users and for unknown users', async () => {
    await someone('planner', 'template#create');
    const sentence = async (user: string) =>
      (await rest.get<Explanation>(explainPermission(user, 'template#create'))).sentence;
    expect(await sentence('planner')).toBe("role 'role of planner' includes planner, and grants template#create");
    await rest.sendForNoContent('PUT', '/users/planner', { loginAllowed: false });
    expect(await sentence('planner')).toBe('planner cannot log in and has no permissions');
    expect(await sentence('nobody')).toBe("there is no user 'nobody'");
    expect(await sentence('admin')).toBe('the user admin has all permissions');
  });

  test('can be read by each user for visible items; with the edit permission also those of other users', async () => {
    const plainUser = await someone('curious');
    const editor = await someone('editor', 'security#edit');
    const hidden = await folder('Hidden');
    const self = '/explain/permission?permission=folder%23view';
    expect(await plainUser.sendForError('GET', explainPermission('editor', 'admin'))).toBe(
      missingPermission('security#edit'),
    );
    expect(await plainUser.sendForError('GET', explainPermission('nobody', 'admin'))).toBe(
      missingPermission('security#edit'),
    );
    expect(await plainUser.sendForError('GET', `${self}&id=${hidden.id}`)).toBe(
      `404 there is no folder '${hidden.id}'`,
    );
    expect(await plainUser.sendForError('GET', `${self}&id=FolderNone`)).toBe("404 there is no folder 'FolderNone'");
    expect(await plainUser.sendForError('GET', '/explain/permission?user=curious')).toBe(
      '400 permission: expected the id of a permission',
    );
    expect(await plainUser.get(`${self}&id=Applications`)).toMatchObject({ username: 'curious', granted: false });
    expect(await editor.get(explainPermission('curious', 'folder#view', hidden.id))).toMatchObject({ granted: false });
    expect(await plainUser.sendForError('GET', self)).toMatch(
      /^400 id: expected the id of an object, because teams grant folder/,
    );
    expect(await plainUser.sendForError('GET', '/explain/permission?permission=fly')).toBe(
      '400 permission: there is no permission with this id',
    );
  });

  test('are returned for tasks to their owners, and for triggers and configurations', async () => {
    const owner = await someone('owner');
    const created = await folder('Owned');
    await team(created, 'Readers', ['release#view'], 'owner');
    const template = await rest.post<Release>(`/templates?folderId=${created.id}`, {
      title: 'Owned',
      phases: [{ tasks: [{ title: 'mine', owner: 'OWNER' }, { title: 'ours', team: 'Readers' }, { title: 'theirs' }] }],
    });
    const { phases } = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Owned' });
    const granted = async (id: string) =>
      (await owner.get<Explanation>(explainPermission('owner', 'release#task_transition', id))).granted;
    const tasks = await Promise.all(phases[0]!.tasks.map(({ id }) => granted(id)));
    expect([...tasks, await granted(phases[0]!.id)]).toEqual([true, true, false, false]);
    const connection = await rest.post<{ readonly id: string }>('/config', {
      type: 'configuration.HttpConnection',
      title: 'c',
      folderId: created.id,
      url: 'http://127.0.0.1',
    });
    expect(await rest.get(explainPermission('owner', 'folder#edit_configuration', connection.id))).toMatchObject({
      granted: false,
    });
  });
});
