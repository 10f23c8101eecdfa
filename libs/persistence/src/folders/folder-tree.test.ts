import { Conflict, NotFound } from '@slipway/domain/model';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openFreshDatabase } from '../testing/database.ts';
import { moveFolder, renameFolder } from './folder-tree.ts';
import { createFolder, deleteFolder, findFolder, findFolderByTitles, listFoldersBelow } from './folders.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);
beforeEach(async () => {
  await database.query({ text: `delete from folders where id <> 'Applications'` });
  for (const [id, parentId] of [
    ['FolderA', 'Applications'],
    ['FolderAa', 'FolderA'],
    ['FolderAaa', 'FolderAa'],
    ['FolderB', 'Applications'],
  ] as const) {
    await make(id, parentId);
  }
});

const make = (id: string, parentId: string, title = id) =>
  createFolder(database, { id, parentId, title, freshId: `${id}Fresh` });
const actor = { username: 'ann', address: null };
const move = (id: string, parentId: string) => moveFolder(database, id, parentId, actor);
const pathOf = async (id: string) => (await findFolder(database, id))?.path.join('/');

/** Verifies that the path of each folder is the path of its parent followed by its own id. */
async function expectSound() {
  const all = await listFoldersBelow(database, 'Applications', 1_000);
  const paths = new Map(all.map(({ id, path }) => [id, path]));
  for (const { id, parentId, path } of all) {
    expect(path).toEqual([...(paths.get(parentId ?? '') ?? ['Applications']), id]);
  }
  return all;
}

describe('a moved folder', () => {
  test('moves with its subfolders, and all ids stay the same', async () => {
    await move('FolderAa', 'FolderB');
    expect(await pathOf('FolderAaa')).toBe('Applications/FolderB/FolderAa/FolderAaa');
    expect(await findFolderByTitles(database, ['FolderB', 'FolderAa'])).toMatchObject({ parentId: 'FolderB' });
    await move('FolderAa', 'Applications');
    expect(await pathOf('FolderAaa')).toBe('Applications/FolderAa/FolderAaa');
    await expectSound();
  });

  test('does not change if it is already there', async () => {
    await move('FolderAa', 'FolderA');
    expect(await pathOf('FolderAa')).toBe('Applications/FolderA/FolderAa');
  });

  test.each([
    ['into itself', 'FolderA', 'FolderA', Conflict, "folder 'FolderA' (FolderA) cannot be moved into itself"],
    [
      'into its own subfolder',
      'FolderA',
      'FolderAaa',
      Conflict,
      "folder 'FolderA' (FolderA) cannot be moved into itself",
    ],
    ['if the folder is the root', 'Applications', 'FolderA', Conflict, "the folder 'Applications' cannot be moved"],
    ['if the folder does not exist', 'FolderNone', 'FolderA', NotFound, "there is no folder 'FolderNone'"],
    ['if the target folder does not exist', 'FolderA', 'FolderNone', NotFound, "there is no folder 'FolderNone'"],
  ])('is rejected %s', async (_, id, parentId, meaning, message) => {
    const refusal: unknown = await move(id, parentId).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(meaning);
    expect(refusal).toHaveProperty('message', message);
  });

  test('is rejected if its title is in use in the target folder', async () => {
    await make('FolderOther', 'FolderB', 'FolderAa');
    await expect(move('FolderAa', 'FolderB')).rejects.toThrow(
      "A folder with the title 'FolderAa' already exists under the folder with ID 'FolderB'.",
    );
    expect(await pathOf('FolderAa')).toBe('Applications/FolderA/FolderAa');
  });
});

describe('a renamed folder', () => {
  test('is found by its new title, with the same id', async () => {
    await renameFolder(database, 'FolderA', 'Other');
    await renameFolder(database, 'FolderA', 'Other');
    expect(await findFolderByTitles(database, ['Other', 'FolderAa'])).toMatchObject({ id: 'FolderAa' });
    expect(await pathOf('FolderAa')).toBe('Applications/FolderA/FolderAa');
  });

  test('requires a unique title', async () => {
    await expect(renameFolder(database, 'FolderA', 'FolderB')).rejects.toThrow(Conflict);
    await expect(renameFolder(database, 'Applications', 'x')).rejects.toThrow(Conflict);
    await expect(renameFolder(database, 'FolderNone', 'x')).rejects.toThrow(NotFound);
  });
});

describe('with concurrent changes', () => {
  test('two folders cannot be moved into each other', async () => {
    for (let round = 0; round < 20; round++) {
      const results = await Promise.allSettled([move('FolderA', 'FolderB'), move('FolderB', 'FolderAa')]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await expectSound();
      await move('FolderA', 'Applications').catch(() => {});
      await move('FolderB', 'Applications');
      await move('FolderA', 'Applications');
    }
  });

  test('moves, creations and deletions keep all paths consistent', async () => {
    const work = Array.from({ length: 60 }, (_, index) => {
      if (index % 3 === 0) return move('FolderAa', index % 2 === 0 ? 'FolderB' : 'FolderA');
      if (index % 3 === 1) return make(`FolderNew${index}`, index < 20 ? 'FolderAaa' : `FolderNew${index - 18}`);
      return index === 50 ? deleteFolder(database, 'FolderNew19') : move('FolderA', 'FolderB');
    });
    await Promise.allSettled(work);
    expect((await expectSound()).length).toBeGreaterThan(4);
  });
});
