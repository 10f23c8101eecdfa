import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { Folder, Release } from '../../harness/rest/response-types.ts';
import { createRestUsers } from './rest-users.ts';
import { namesOf, type Teams, teamOf } from './teams.ts';

// TeamView of folders, templates and releases (rest-operations.md, Teams; permissions.md, section 3).
const product = serve();
const { rest } = product;
const { someone, role } = createRestUsers(product);

const admin = { name: 'admin', type: 'PRINCIPAL' };
const system = ['Template Owner', 'Folder Owner', 'Release Admin'];
const folder = (title: string, parent = 'Applications') => rest.post<Folder>(`/folders/${parent}`, { title });
const of = (target: { readonly id: string }, kind = 'folders') => `/${kind}/${target.id}/teams`;

beforeAll(async () => {
  await someone('ann');
  await rest.sendForNoContent('PUT', '/users/ann', { fullName: 'Ann' });
  await someone('Bob');
  await role('Testers', []);
});

describe('new teams', () => {
  test('of a top-level folder are the three system teams, each with the creator as its only member', async () => {
    const created = await folder('top');
    const teams = await rest.get<Teams>(of(created));
    expect(teams.map(({ teamName, members, systemTeam }) => [teamName, members, systemTeam])).toEqual(
      system.map((name) => [name, [admin], true]),
    );
    for (const { id } of teams) expect(id).toMatch(new RegExp(`^${created.id}/Team[0-9a-f]{32}$`));
  });

  test('of a subfolder are those of its parent, with the same ids', async () => {
    const outer = await folder('outer');
    const inner = await folder('inner', outer.id);
    expect(await rest.get(of(inner))).toEqual(await rest.get(of(outer)));
    expect(await rest.get(`/folders/${inner.id}/folderOwner`)).toBe(true);
    expect(await rest.get(of({ id: 'Applications' }))).toEqual([]);
  });

  test('of a top-level template are its own, are names in its JSON, and are copied to its releases', async () => {
    const template = await createTemplate(rest, {});
    const teams = await rest.get<Teams>(of(template, 'templates'));
    expect(namesOf(teams)).toEqual(system);
    expect(template.teams).toEqual(
      teams.map(({ id, teamName, permissions }) => ({
        ...{ id, teamName, permissions, type: 'rel.Team', members: ['admin'], roles: [] },
      })),
    );
    await rest.post(of(template, 'templates'), [{ teamName: 'Ours', members: [{ name: 'Testers', type: 'ROLE' }] }]);
    const order = { releaseTitle: 'R', releaseOwner: 'ANN' };
    const release = await rest.post<Release>(`/templates/${template.id}/create`, order);
    const copied = await rest.get<Teams>(of(release, 'releases'));
    expect(copied.map(({ teamName, members }) => [teamName, members.map(({ name }) => name)])).toEqual([
      ['Template Owner', ['admin']],
      ['Folder Owner', ['admin']],
      ['Release Admin', ['admin', 'ann']],
      ['Ours', ['Testers']],
    ]);
    expect(release.teams.map(({ id }) => id)).toEqual(copied.map(({ id }) => id));
    expect(release.teams[3]).toMatchObject({ members: [], roles: ['Testers'] });
    expect(copied[0]?.id).not.toBe(teams[0]?.id);
    expect((await rest.get<Release>(`/releases/${release.id}`)).teams).toEqual(release.teams);
  });

  test('of items in a folder are those of the folder, and can be changed only there', async () => {
    const { id } = await folder('holder');
    const template = await rest.post<Release>(`/templates?folderId=${id}`, { title: 'T', teams: [{ teamName: 'X' }] });
    expect(await rest.get(of(template, 'templates'))).toEqual(await rest.get(of({ id })));
    expect(template.teams.map((team) => team.id)).toEqual(namesOf(await rest.get(of({ id })), 'id'));
    const last = id.slice(id.lastIndexOf('/') + 1);
    expect(await rest.sendForError('POST', of(template, 'templates'), [])).toBe(
      `409 'T' inherits the teams of folder 'holder' (${last}): change them there`,
    );
  });
});

describe('a list of teams', () => {
  test('is returned completely, with the stored names of users and roles', async () => {
    const { id } = await folder('whole');
    const { id: roleId } = await rest.get<{ id: string }>('/roles/Testers');
    const members = [
      { name: 'ANN' },
      { name: 'bob', type: 'PRINCIPAL' },
      { roleId },
      { name: 'testers', type: 'ROLE' },
      { name: roleId, type: 'ROLE' },
    ];
    const permissions = ['folder#view', 'release#view', 'folder#view'];
    const teams = await rest.post<Teams>(of({ id }), [{ id: `${id}/New`, teamName: ' Mine ', members, permissions }]);
    expect(namesOf(teams)).toEqual([...system, 'Mine']);
    expect(teams[3]).toEqual({
      id: expect.stringMatching(new RegExp(`^${id}/Team[0-9a-f]{32}$`)),
      teamName: 'Mine',
      members: [
        { name: 'ann', fullName: 'Ann', type: 'PRINCIPAL' },
        { name: 'Bob', type: 'PRINCIPAL' },
        { name: 'Testers', type: 'ROLE', roleId },
      ],
      permissions: ['folder#view', 'release#view'],
      systemTeam: false,
    });
    expect(await rest.get(of({ id }))).toEqual(teams);
    expect(await rest.post(of({ id }), teams)).toEqual(teams);
  });

  test('with only ids and names keeps the members and permissions of the teams', async () => {
    const { id } = await folder('names');
    await rest.post(of({ id }), [{ teamName: 'Mine', members: [admin], permissions: ['folder#view'] }]);
    const teams = await rest.get<Teams>(of({ id }));
    const bare = teams.map(({ id, teamName }) => ({ id, teamName }));
    expect(await rest.post(of({ id }), bare)).toEqual(teams);
    const nulls = teams.map(({ teamName }) => ({ id: null, teamName, members: null, permissions: null }));
    expect(await rest.post(of({ id }), nulls)).toEqual(teams);
  });

  test('with two system teams under client-chosen ids changes these two and keeps the third', async () => {
    const template = await createTemplate(rest, {});
    const list = [
      ['TeamWhateverA', 'Template Owner', 'template#view'],
      ['TeamWhateverB', 'Release Admin', 'release#view'],
    ].map(([last, teamName, permission]) => ({
      id: `Applications/${template.id}/${last}`,
      teamName,
      members: [{ name: 'ann', type: 'PRINCIPAL' }],
      permissions: [permission],
      systemTeam: true,
    }));
    const before = teamOf(await rest.get<Teams>(of(template, 'templates')), 'Folder Owner');
    const teams = await rest.post<Teams>(of(template, 'templates'), list);
    expect(teams.map(({ teamName, permissions }) => [teamName, permissions.length])).toEqual([
      ['Folder Owner', before.permissions.length],
      ['Template Owner', 1],
      ['Release Admin', 1],
    ]);
    expect(teams[0]).toEqual(before);
  });

  test('removes omitted teams, and renames teams by id', async () => {
    const { id } = await folder('fewer');
    const created = await rest.post<Teams>(of({ id }), [{ teamName: 'One' }, { teamName: 'Two' }]);
    const teamOne = teamOf(created, 'One');
    const left = await rest.post<Teams>(of({ id }), [{ id: teamOne.id, teamName: 'First' }]);
    expect(left.slice(3)).toEqual([{ ...teamOne, teamName: 'First' }]);
  });

  const refused: readonly (readonly [string, object, string])[] = [
    ['an unknown user', { members: [{ name: 'gone' }] }, "400 0.members.0: there is no user 'gone'"],
    ['an unknown role', { members: [{ name: 'x', type: 'ROLE' }] }, "400 0.members.0: there is no role 'x'"],
    ['an unknown id of a role', { members: [{ roleId: 'Role1' }] }, "400 0.members.0: there is no role 'Role1'"],
    ['nobody', { members: [admin, {}] }, "400 0.members.1: there is no user ''"],
    ['another type', { members: [{ type: 'GROUP' }] }, '400 0.members.0.type: expected one of PRINCIPAL, ROLE'],
    ['an unknown permission', { permissions: ['a#b'] }, "400 0.permissions: there is no permission 'a#b'"],
    [
      'a global permission',
      { permissions: ['admin'] },
      '400 0.permissions: the permission admin is global: only roles can grant it, not teams',
    ],
    ['no name', { teamName: ' ' }, '400 0.teamName: expected a text of 1 to 255 characters'],
  ];
  test.each(refused)('with %s is refused, and nothing changes', async (description, team, reason) => {
    const created = await folder(`refused ${description}`);
    const before = await rest.get(of(created));
    expect(await rest.sendForError('POST', of(created), [{ teamName: 'New', ...team }])).toBe(reason);
    expect(await rest.get(of(created))).toEqual(before);
  });

  test('with a duplicate name, for the root, or in a body without a list is refused', async () => {
    const created = await folder('refused');
    const twice = [{ teamName: 'A' }, { teamName: 'A' }];
    expect(await rest.sendForError('POST', of(created), twice)).toBe("409 teams: a team named 'A' already exists");
    expect(await rest.sendForError('POST', of({ id: 'Applications' }), [])).toBe(
      "409 the folder 'Applications' has no teams: top-level folders have their own",
    );
    expect(await rest.sendForError('POST', of(created), { teamName: 'A' })).toMatch(/^400 /);
  });

  test('is in the audit log, with its user and the change', async () => {
    const created = await folder('told');
    const subject = created.id.slice(created.id.lastIndexOf('/') + 1);
    await rest.post(of(created), [{ teamName: 'Mine', members: [admin], permissions: ['folder#view'] }]);
    const [line] = await rest.get<{ before: object[]; after: object[] }[]>(`/audit?subject=${subject}`);
    expect(line).toMatchObject({ action: 'TEAMS_UPDATED', username: 'admin', subject });
    expect([line?.before.length, line?.after[3]]).toEqual([
      3,
      { name: 'Mine', members: ['admin'], permissions: ['folder#view'] },
    ]);
  });
});
