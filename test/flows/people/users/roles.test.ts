import { describe, expect, test } from 'vitest';
import { serve } from '../../../harness/product/serve.ts';
import { createRestUsers, missingPermission } from '../rest-users.ts';

const product = serve();
const { rest } = product;
const { someone } = createRestUsers(product);

interface Role {
  readonly id: string;
  readonly name: string;
}
const principals = (...names: readonly string[]) => names.map((username) => ({ username }));

test('a role is created, read, changed, renamed and deleted', async () => {
  await someone('ann');
  await rest.sendForNoContent('PUT', '/users/ann', { fullName: 'Ann' });
  const body = { name: 'Release Team', permissions: ['release#create'], principals: principals('ANN', 'cn=ops,dc=x') };
  await rest.sendForNoContent('POST', '/roles/Release%20Team', body);
  const created = await rest.get<Role>('/roles/release%20TEAM');
  expect(created).toEqual({
    id: expect.stringMatching(/^Role[0-9a-f]{32}$/),
    name: 'Release Team',
    permissions: ['release#create'],
    principals: [{ username: 'ann', fullname: 'Ann' }, { username: 'cn=ops,dc=x' }],
  });
  await rest.sendForNoContent('PUT', '/roles/Release%20Team', created);
  expect(await rest.get('/roles/Release%20Team')).toEqual(created);
  await rest.sendForNoContent('PUT', '/roles/Release%20Team', { permissions: ['template#create'], principals: null });
  expect(await rest.get('/roles/Release%20Team')).toEqual({ ...created, permissions: ['template#create'] });
  await rest.sendForNoContent('PUT', '/roles/Release%20Team', { principals: [] });
  await rest.sendForNoContent('POST', '/roles/Release%20Team/rename?newName=Crew');
  const crew = { id: created.id, name: 'Crew', permissions: ['template#create'], principals: [] };
  expect(await rest.get('/roles/crew')).toEqual(crew);
  await rest.sendForNoContent('DELETE', '/roles/CREW');
  expect(await rest.sendForError('GET', '/roles/Crew')).toBe("404 there is no role 'Crew'");
});

describe('a role request is refused', () => {
  test.each([
    [
      'POST',
      '/roles/x',
      { permissions: ['release#fly'] },
      "400 permissions: there is no global permission 'release#fly'",
    ],
    [
      'POST',
      '/roles/x',
      { permissions: ['release#view'] },
      "400 permissions: there is no global permission 'release#view'",
    ],
    [
      'POST',
      '/roles/x',
      { name: 'y' },
      "400 name: expected 'x' as in the path; use the rename operation to rename a role",
    ],
    [
      'POST',
      '/roles/x',
      { principals: principals(' ') },
      '400 principals: expected names of 1 to 1000 characters in Unicode NFC, each with a single lowercase form',
    ],
    ['PUT', '/roles/x', {}, "404 there is no role 'x'"],
    ['DELETE', '/roles/x', undefined, "404 there is no role 'x'"],
    ['POST', '/roles/x/rename', undefined, '400 newName: expected a text'],
    ['POST', '/roles', [{ permissions: [] }], '400 0.name: expected a text'],
  ] as const)('%s %s %o', async (method, path, body, expected) => {
    expect(await rest.sendForError(method, path, body)).toBe(expected);
  });

  test('for a name that exists already, in any letter case', async () => {
    await rest.sendForNoContent('POST', '/roles/Taken');
    await rest.sendForNoContent('POST', '/roles/Free');
    expect(await rest.sendForError('POST', '/roles/taken')).toBe("409 a role named 'taken' already exists");
    expect(await rest.sendForError('POST', '/roles/Free/rename?newName=TAKEN')).toBe(
      "409 a role named 'TAKEN' already exists",
    );
    await rest.sendForNoContent('POST', '/roles/Free/rename?newName=FREE');
    expect(await rest.get<Role>('/roles/free')).toMatchObject({ name: 'FREE' });
  });

  test('for a caller without the permission', async () => {
    const plain = await someone('plain');
    for (const [method, path] of [
      ['GET', '/roles'],
      ['GET', '/roles/x'],
      ['POST', '/roles'],
      ['PUT', '/roles'],
      ['POST', '/roles/x'],
      ['PUT', '/roles/x'],
      ['POST', '/roles/x/rename'],
      ['DELETE', '/roles/x'],
    ] as const)
      expect([method, path, await plain.sendForError(method, path)]).toEqual([
        method,
        path,
        missingPermission('security#edit'),
      ]);
  });
});

test('several roles are created and changed together, all or none, and other roles stay', async () => {
  await rest.sendForNoContent('POST', '/roles', [
    { name: 'Many a' },
    { name: 'Many b', permissions: ['reports#view'] },
  ]);
  const refusal = await rest.sendForError('POST', '/roles', [{ name: 'Many c' }, { name: 'MANY A' }]);
  expect(refusal).toBe("409 a role named 'MANY A' already exists");
  expect(
    await rest.sendForError('PUT', '/roles', [{ name: 'Many a', permissions: ['reports#view'] }, { name: 'Many c' }]),
  ).toBe("404 there is no role 'Many c'");
  const names = async (query = '') => (await rest.get<Role[]>(`/roles?${query}`)).map(({ name }) => name);
  expect((await names()).filter((name) => name.startsWith('Many'))).toEqual(['Many a', 'Many b']);
  await rest.sendForNoContent('PUT', '/roles', [{ name: 'many A', permissions: ['reports#view'] }]);
  expect(await rest.get('/roles/Many%20a')).toMatchObject({ name: 'Many a', permissions: ['reports#view'] });
  expect(await rest.get('/roles/Many%20b')).toMatchObject({ permissions: ['reports#view'] });
  const all = await names();
  expect(await names(`page=1&resultsPerPage=${all.length - 1}`)).toEqual(all.slice(-1));
});

test('only admin grants all permissions or changes a role that has them; an unchanged role is not refused', async () => {
  const editor = await someone('editor', 'security#edit');
  await rest.sendForNoContent('POST', '/roles/Chiefs', { permissions: ['admin'], principals: principals('chief') });
  const refused = missingPermission('admin');
  expect(await editor.sendForError('POST', '/roles/Mine', { permissions: ['admin'] })).toBe(refused);
  expect(await editor.sendForError('PUT', '/roles/role%20of%20editor', { permissions: ['admin'] })).toBe(refused);
  expect(await editor.sendForError('PUT', '/roles/Chiefs', { principals: principals('chief', 'editor') })).toBe(
    refused,
  );
  expect(await editor.sendForError('PUT', '/roles/Chiefs', { permissions: [] })).toBe(refused);
  expect(await editor.sendForError('POST', '/roles/Chiefs/rename?newName=Others')).toBe(refused);
  expect(await editor.sendForError('DELETE', '/roles/Chiefs')).toBe(refused);
  await editor.sendForNoContent('PUT', '/roles', await editor.get('/roles'));
  await editor.sendForNoContent('POST', '/roles/Plain', {
    permissions: ['reports#view'],
    principals: principals('editor'),
  });
});

test('renaming a role renames it in teams, and deleting a role removes it from teams', async () => {
  await rest.sendForNoContent('POST', '/roles/Followed');
  const { id } = await rest.get<Role>('/roles/Followed');
  const database = product.database();
  await database.query({
    text: `insert into teams (id, scope_id, name, position) values ('Team1', 'Folder1', 'T', 0)`,
  });
  await database.query(
    {
      text: `insert into team_members (team_id, principal, name, position) values ('Team1', 'role:' || $1, 'Followed', 0)`,
    },
    [id],
  );
  const members = () => database.query({ text: `select name from team_members where team_id = 'Team1'` });
  await rest.sendForNoContent('POST', '/roles/Followed/rename?newName=Led');
  expect(await members()).toEqual([{ name: 'Led' }]);
  await rest.sendForNoContent('DELETE', '/roles/Led');
  expect(await members()).toEqual([]);
});
