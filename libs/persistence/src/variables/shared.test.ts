import { blankVariable, Conflict, NotFound, type Variable } from '@slipway/domain/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { addUser, countUsers, findUser, setPassword } from '../people/users.ts';
import { makeFolders } from '../testing/folders.ts';
import {
  addSharedVariable,
  findSharedVariable,
  lockSharedVariable,
  readFolderVariables,
  readGlobalVariables,
  readVisibleVariables,
  removeSharedVariable,
  type SharedVariableView,
  updateSharedVariable,
} from './shared-variables.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  await makeFolders(database);
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

describe('shared variables', () => {
  const variable = (id: string, key: string, value: string): Variable => ({ ...blankVariable, id, key, value });
  test('a release can use the global variables and those of its folders, the nearest first', async () => {
    for (const [folderId, one] of [
      [null, variable('Variable1', 'global.x', 'everywhere')],
      ['FolderA', variable('Variable2', 'folder.x', 'far')],
      ['FolderAa', variable('Variable3', 'folder.x', 'near')],
      ['FolderB', variable('Variable4', 'folder.y', 'elsewhere')],
    ] as const) {
      await addSharedVariable(database, { folderId, variable: one });
    }
    const visible = await readVisibleVariables(database, 'FolderAa');
    expect([...visible].map(([key, { value }]) => [key, value])).toEqual([
      ['global.x', 'everywhere'],
      ['folder.x', 'near'],
    ]);
    const ids = (views: readonly SharedVariableView[]) => views.map(({ variable: { id } }) => id);
    expect(ids(await readGlobalVariables(database))).toEqual(['Variable1']);
    expect(ids(await readFolderVariables(database, 'FolderA', true))).toEqual(['Variable2']);
    expect(ids(await readFolderVariables(database, 'FolderAa', false))).toEqual(['Variable3']);
    expect(await readFolderVariables(database, 'FolderB', false)).toMatchObject([
      { folderId: 'FolderB', folderPath: ['Applications', 'FolderB'], variable: { key: 'folder.y' } },
    ]);
  });
  test('keys are unique in their folder', async () => {
    const duplicateId = { folderId: null, variable: variable('Variable5', 'global.x', '') };
    await expect(addSharedVariable(database, duplicateId)).rejects.toThrow(Conflict);
    const inMissingFolder = { folderId: 'FolderNone', variable: variable('Variable5', 'folder.x', '') };
    await expect(addSharedVariable(database, inMissingFolder)).rejects.toThrow(NotFound);
  });
  test('an id that is in use is rejected', async () => {
    const duplicateKey = { folderId: null, variable: variable('Variable1', 'global.other', '') };
    expect(await addSharedVariable(database, duplicateKey)).toBe(false);
    expect(await readGlobalVariables(database)).toHaveLength(1);
  });
  test('they are found, changed and deleted by id', async () => {
    await updateSharedVariable(database, variable('Variable4', 'folder.y', 'changed'));
    expect(await findSharedVariable(database, ['VariableNone', 'Variable4'])).toMatchObject({
      folderId: 'FolderB',
      variable: { value: 'changed' },
    });
    expect(await database.transaction((connection) => lockSharedVariable(connection, 'Variable4'))).toMatchObject({
      variable: { key: 'folder.y' },
    });
    expect(await lockSharedVariable(database, 'VariableNone')).toBeNull();
    await removeSharedVariable(database, 'Variable4');
    expect(await findSharedVariable(database, ['VariableNone', 'Variable4'])).toBeNull();
    await expect(removeSharedVariable(database, 'Variable4')).rejects.toThrow(NotFound);
    await expect(updateSharedVariable(database, variable('Variable4', 'folder.y', ''))).rejects.toThrow(NotFound);
  });
});

test('a user is created once, and a new password invalidates cached logins', async () => {
  const user = { username: 'ann', passwordHash: 'hash', fullName: 'Ann', email: null };
  expect(await countUsers(database)).toBe(0);
  expect(await addUser(database, user)).toBe(true);
  expect(await addUser(database, user)).toBe(false);
  expect(await findUser(database, 'ann')).toEqual({ ...user, credentialVersion: 1, loginAllowed: true });
  expect(await setPassword(database, 'ann', 'other')).toBe(true);
  expect(await findUser(database, 'ann')).toMatchObject({ passwordHash: 'other', credentialVersion: 2 });
  expect(await findUser(database, 'Ann')).toMatchObject({ username: 'ann' });
  expect(await setPassword(database, 'bob', 'x')).toBe(false);
});
