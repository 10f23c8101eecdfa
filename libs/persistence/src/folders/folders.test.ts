import { Conflict, NotFound } from '@slipway/domain/model';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../../test/harness/database.ts';
import { openDatabase } from '../database/database.ts';
import { everythingVisible } from '../people/visibility-filter.ts';
import { readRelease } from '../plans/reading/read.ts';
import { insertPlan } from '../plans/saving/save.ts';
import { outcomeOf, phaseWith, releaseWith, taskWith } from '../testing/plans.ts';
import {
  createFolder,
  deleteFolder,
  type Folder,
  findFolder,
  findFolderByTitles,
  listFoldersBelow,
  listFoldersIn,
  locateFolder,
} from './folders.ts';

const { url, drop } = await freshDatabase();
const database = openDatabase({ url, idleTimeoutMs: 600_000 });
afterAll(async () => {
  await database.stop();
  await drop();
});
beforeEach(async () => {
  await database.query({ text: `delete from releases` });
  await database.query({ text: `delete from folders where id <> 'Applications'` });
});

const make = (id: string, parentId = 'Applications', title = id) =>
  createFolder(database, { id, parentId, title, freshId: `FolderFresh${title}` });
const idsOf = (folders: readonly { readonly id: string }[]) => folders.map(({ id }) => id);
const page = { limit: 100, offset: 0 };

describe('creating folders', () => {
  test('stores the path of a folder', async () => {
    await make('FolderA');
    expect(await make('FolderAa', 'FolderA')).toEqual({
      id: 'FolderAa',
      parentId: 'FolderA',
      title: 'FolderAa',
      path: ['Applications', 'FolderA', 'FolderAa'],
    });
  });
  test('replaces an id that is in use', async () => {
    await make('FolderA');
    expect(await make('FolderA', 'Applications', 'Other')).toMatchObject({ id: 'FolderFreshOther', title: 'Other' });
  });
  test('replaces an id that a concurrent transaction uses', async () => {
    const patient = openDatabase({ url, lockTimeoutMs: 600_000, statementTimeoutMs: 600_000 });
    const waiting = {
      text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    };
    let making: Promise<Folder> | undefined;
    await database.transaction(async (connection) => {
      const rejected = `insert into folders (id, parent_id, title, path, scope_id)
        values ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA')`;
      await connection.query({ text: rejected });
      const order = { id: 'FolderA', parentId: 'Applications', title: 'B', freshId: 'FolderFresh' };
      making = createFolder(patient, order);
      making.catch(() => {});
      await expect.poll(() => database.query(waiting)).toHaveLength(1);
    });
    expect(await making).toMatchObject({ id: 'FolderFresh', title: 'B' });
    await patient.stop();
  });
  test('rejects a second folder with the same title and parent', async () => {
    await make('FolderA', 'Applications', 'Team');
    await expect(make('FolderB', 'Applications', 'Team')).rejects.toThrow(
      new Conflict("A folder with the title 'Team' already exists under the folder with ID 'Applications'."),
    );
    expect(await make('FolderB', 'FolderA', 'Team')).toMatchObject({ id: 'FolderB' });
  });
  test('requires an existing parent', async () => {
    await expect(make('FolderA', 'FolderNone')).rejects.toThrow(NotFound);
  });
});

describe('finding folders', () => {
  beforeEach(async () => {
    for (const [id, parent, title] of [
      ['FolderB', 'Applications', 'b'],
      ['FolderA', 'Applications', 'A'],
      ['FolderAa', 'FolderA', 'Aa'],
      ['FolderAaa', 'FolderAa', 'Aaa'],
    ]) {
      await make(id!, parent, title);
    }
  });
  test('by a path of titles below the root', async () => {
    expect(await findFolderByTitles(database, ['A', 'Aa'])).toMatchObject({ id: 'FolderAa' });
    expect(await findFolderByTitles(database, ['A', 'none', 'Aa'])).toBeNull();
    expect(await findFolderByTitles(database, [])).toMatchObject({ id: 'Applications' });
  });
  test('by the first existing id', async () => {
    expect(await locateFolder(database, ['FolderNone', 'FolderB', 'FolderA'])).toMatchObject({ id: 'FolderB' });
    expect(await locateFolder(database, ['FolderNone'])).toBeNull();
  });
  test('in a folder, ordered by title in any letter case, page by page, within a scope', async () => {
    expect(idsOf(await listFoldersIn(database, 'Applications', everythingVisible, page))).toEqual([
      'FolderA',
      'FolderB',
    ]);
    expect(idsOf(await listFoldersIn(database, 'Applications', everythingVisible, { limit: 1, offset: 1 }))).toEqual([
      'FolderB',
    ]);
    expect(idsOf(await listFoldersIn(database, 'Applications', { scopes: ['FolderB'] }, page))).toEqual(['FolderB']);
  });
  test('below a folder, to the requested depth', async () => {
    expect(idsOf(await listFoldersBelow(database, 'FolderA', 1))).toEqual(['FolderAa']);
    expect(idsOf(await listFoldersBelow(database, 'Applications', 1_000_000))).toEqual([
      'FolderA',
      'FolderAa',
      'FolderAaa',
      'FolderB',
    ]);
  });
});

describe('deleting a folder', () => {
  beforeEach(async () => {
    await make('FolderA');
    await make('FolderAa', 'FolderA');
  });
  const release = (status: 'PLANNED' | 'COMPLETED' | 'TEMPLATE') =>
    releaseWith([phaseWith([taskWith()])], { folderId: 'FolderAa', status });

  test('deletes its subfolders, templates and finished releases', async () => {
    const [template, finished] = [release('TEMPLATE'), release('COMPLETED')];
    await insertPlan(database, outcomeOf(template));
    await insertPlan(database, outcomeOf(finished));
    await deleteFolder(database, 'FolderA');
    expect(await findFolder(database, 'FolderAa')).toBeNull();
    expect(await readRelease(database, template.id)).toBeNull();
    expect(await readRelease(database, finished.id)).toBeNull();
    expect(await database.query({ text: `select from tasks where release_id = $1` }, [finished.id])).toEqual([]);
  });
  test('deletes the risk history of its releases', async () => {
    const finished = release('COMPLETED');
    await insertPlan(database, outcomeOf(finished));
    const risk = `insert into risk_history (release_id, at, score, total_score, risk_profile, username, assessments)
      values ($1, now(), 1, 1, 'Default', 'ann', '[]')`;
    await database.query({ text: risk }, [finished.id]);
    await deleteFolder(database, 'FolderA');
    expect(await database.query({ text: 'select from risk_history where release_id = $1' }, [finished.id])).toEqual([]);
  });
  test('is rejected while it contains an unfinished release', async () => {
    const planned = release('PLANNED');
    await insertPlan(database, outcomeOf(planned));
    await expect(deleteFolder(database, 'FolderA')).rejects.toThrow(Conflict);
    expect(await readRelease(database, planned.id)).not.toBeNull();
  });
  test('moves archived releases to the parent folder', async () => {
    const finished = release('COMPLETED');
    await insertPlan(database, outcomeOf(finished));
    await database.query({ text: 'update releases set archived = true where id = $1' }, [finished.id]);
    await deleteFolder(database, 'FolderA');
    expect(await readRelease(database, finished.id, { archived: true })).toMatchObject({
      folderPath: ['Applications'],
    });
  });
  test('is rejected for the root and for an unknown folder', async () => {
    await expect(deleteFolder(database, 'Applications')).rejects.toThrow(Conflict);
    await expect(deleteFolder(database, 'FolderNone')).rejects.toThrow(NotFound);
  });
});
