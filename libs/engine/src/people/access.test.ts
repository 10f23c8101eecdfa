import type { Database } from '@slipway/persistence/database';
import { bumpAccessVersion } from '@slipway/persistence/people';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestEnvironment, type TestEnvironment } from '../testing.ts';
import { createAccess } from './access.ts';

let environment: TestEnvironment;
let database: Database;
beforeAll(async () => {
  environment = await openTestEnvironment();
  database = environment.database;
  await run(`insert into folders (id, parent_id, title, path, scope_id) values
    ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA'),
    ('FolderAa', 'FolderA', 'Aa', '{Applications,FolderA,FolderAa}', 'FolderA'),
    ('FolderAb', 'FolderA', 'Ab', '{Applications,FolderA,FolderAb}', 'FolderAb')`);
});
afterAll(() => environment.close());
beforeEach(async () => {
  for (const table of ['team_members', 'teams', 'role_principals', 'roles', 'users']) await run(`delete from ${table}`);
  await run(`insert into users (username) values ('Ann'), ('admin')`);
  await changed();
});

const run = (text: string) => database.query({ text });
const changed = () => bumpAccessVersion(database);

async function team(id: string, scopeId: string, permissions: string, ...principals: readonly string[]): Promise<void> {
  await run(`insert into teams (id, scope_id, name, permissions, position)
    values ('${id}', '${scopeId}', 'name of ${id}', '{${permissions}}', 0)`);
  for (const principal of principals) {
    await run(`insert into team_members (team_id, principal, name, position) values ('${id}', '${principal}', 'x', 0)`);
  }
  await changed();
}

const access = () => createAccess(database);
const view = async (name: string, folderId: string, releaseId: string | null = null) => {
  const caller = await (await access().byName(name)).callerAt({ folderId, releaseId });
  return [caller.may('release#view'), caller.teams];
};

describe('the permissions of a user at an object', () => {
  test('are granted only by the teams of the nearest folder upwards that has its own teams', async () => {
    await team('TeamA', 'FolderA', 'release#view', 'user:ann');
    await team('TeamAb', 'FolderAb', 'release#view', 'user:bob');
    expect(await view('ann', 'FolderA')).toEqual([true, ['name of TeamA']]);
    expect(await view('ann', 'FolderAa')).toEqual([true, ['name of TeamA']]);
    expect(await view('ann', 'FolderAb')).toEqual([false, []]);
    expect(await view('ann', 'Applications')).toEqual([false, []]);
  });

  test('are also granted by roles, whose principals are users and groups', async () => {
    await run(`insert into roles (id, name, permissions) values ('Role1', 'Ops', '{template#create}')`);
    await run(`insert into role_principals (role_id, principal, name) values ('Role1', 'crew', 'Crew')`);
    await team('TeamA', 'FolderA', 'release#view', 'role:Role1');
    expect(await view('ann', 'FolderA')).toEqual([false, []]);
    await run(`update users set groups = '{crew}' where username = 'Ann'`);
    await changed();
    expect(await view('ann', 'FolderA')).toEqual([true, ['name of TeamA']]);
    const ann = await access().byName('ann');
    expect([
      ann.username,
      ann.roles,
      ann.hasPermission('template#create'),
      ann.hasPermission('release#create'),
    ]).toEqual(['Ann', ['Ops'], true, false]);
  });

  test('at a top-level template or release are granted by its own teams', async () => {
    await team('Team1', 'Release1', 'release#view', 'user:ann');
    expect(await view('ann', 'Applications', 'Release1')).toEqual([true, ['name of Team1']]);
    expect(await view('ann', 'Applications', 'Release2')).toEqual([false, []]);
    const ann = await access().byName('ann');
    const places = [
      { folderId: 'FolderA' },
      { folderId: 'Applications', releaseId: 'Release2' },
      { folderId: 'Applications', releaseId: 'Release1' },
    ];
    expect((await ann.callersAt(places)).map((caller) => caller.may('release#view'))).toEqual([false, false, true]);
  });

  test('include all for admin, and none for an unknown or locked user', async () => {
    await team('TeamA', 'FolderA', 'release#view', 'user:ann', 'user:bob');
    expect(await view('admin', 'Applications')).toEqual([true, []]);
    expect(await view('bob', 'FolderA')).toEqual([false, []]);
    await run(`update users set login_allowed = false where username = 'Ann'`);
    await changed();
    expect(await view('ann', 'FolderA')).toEqual([false, []]);
  });
});

test('a user with all permissions has their teams and roles only if requested', async () => {
  await run(`insert into roles (id, name, permissions) values ('Role1', 'Ops', '{admin}')`);
  await run(`insert into role_principals (role_id, principal, name) values ('Role1', 'ann', 'Ann')`);
  await team('TeamA', 'FolderA', '', 'user:admin', 'role:Role1');
  for (const [name, roles] of [
    ['admin', []],
    ['ann', ['Ops']],
  ] as const) {
    const person = await access().byName(name);
    const [plain, member] = [
      await person.callerAt({ folderId: 'FolderA' }),
      await person.memberAt({ folderId: 'FolderA' }),
    ];
    expect([plain.teams, member.teams, member.roles]).toEqual([[], ['name of TeamA'], roles]);
    expect([plain.may('release#abort'), member.may('release#abort')]).toEqual([true, true]);
    expect((await person.memberAt({ folderId: 'FolderAb' })).teams).toEqual([]);
  }
});

describe('the cache of a process', () => {
  test('is valid until the permission version changes', async () => {
    const cachedAccess = access();
    const readRoles = async (accessVersion: number) => {
      const ann = await cachedAccess.person({ username: 'ann', accessVersion, restrictedTo: null });
      return (await ann.callerAt({ folderId: 'FolderA' })).may('release#view');
    };
    expect(await readRoles(1)).toBe(false);
    await team('TeamA', 'FolderA', 'release#view', 'user:ann');
    expect([await readRoles(1), await readRoles(2), await readRoles(1)]).toEqual([false, true, true]);
  });

  test('includes folders that are created later', async () => {
    await team('TeamA', 'FolderA', 'release#view', 'user:ann');
    const ann = await access().byName('ann');
    await run(`insert into folders (id, parent_id, title, path, scope_id)
      values ('FolderAc', 'FolderA', 'Ac', '{Applications,FolderA,FolderAc}', 'FolderA')`);
    expect((await ann.callerAt({ folderId: 'FolderAc' })).may('release#view')).toBe(true);
    await run(`delete from folders where id = 'FolderAc'`);
  });
});

test('a restricted token grants those of its permissions that its owner has, and none of teams', async () => {
  await run(`insert into roles (id, name, permissions) values ('Role1', 'Ops', '{template#create,reports#view}')`);
  await run(`insert into role_principals (role_id, principal, name) values ('Role1', 'ann', 'ann')`);
  await team('TeamA', 'FolderA', 'release#view', 'user:ann');
  const identity = { username: 'ann', accessVersion: 1_000, restrictedTo: ['template#create', 'admin'] } as const;
  const ann = await access().person(identity);
  expect([ann.hasPermission('template#create'), ann.hasPermission('reports#view'), ann.hasPermission('admin')]).toEqual(
    [true, false, false],
  );
  expect((await ann.callerAt({ folderId: 'FolderA' })).may('release#view')).toBe(false);
  expect(ann.visibility('release#view').scopes).toEqual([]);
});

test('the visibility in lists consists of the scopes with the permission', async () => {
  await team('TeamA', 'FolderA', 'release#view', 'user:ann');
  await team('TeamAb', 'FolderAb', 'release#start', 'user:ann');
  expect((await access().byName('ann')).visibility('release#view')).toEqual({
    username: 'Ann',
    scopes: ['FolderA'],
    principals: ['user:ann'],
    permissions: ['release#view'],
  });
  const editors = (await access().byName('ann')).visibility('trigger#edit_trigger');
  expect(editors.permissions).toEqual(['template#edit_triggers', 'trigger#edit_trigger']);
  expect((await access().byName('admin')).visibility('release#view').scopes).toBeNull();
});
