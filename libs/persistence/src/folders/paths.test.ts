import { afterAll, expect, test } from 'vitest';
import { insertPlan } from '../plans/saving/save.ts';
import { openFreshDatabase } from '../testing/database.ts';
import { outcomeOf, phaseWith, releaseWith } from '../testing/plans.ts';
import { createFolder } from './folders.ts';
import { findByTitlePaths, readTitlePaths } from './paths.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

const folder = (id: string, parentId: string, title: string) =>
  createFolder(database, { id, parentId, title, freshId: 'FolderFresh' });
const plan = async (id: string, folderId: string, title: string, status: 'TEMPLATE' | 'PLANNED' = 'TEMPLATE') => {
  await insertPlan(database, outcomeOf(releaseWith([phaseWith([])], { id, folderId, title, status })));
};

await folder('FolderA', 'Applications', 'Shops');
await folder('FolderB', 'FolderA', 'Web');
await plan('ReleaseTop', 'Applications', 'Ship');
await plan('ReleaseB', 'FolderB', 'Ship');
await plan('ReleaseRuns', 'FolderB', 'Run', 'PLANNED');
await plan('ReleaseC', 'FolderB', 'Twice');
await plan('ReleaseD', 'FolderB', 'Twice');

test('reads the titles on the paths of folders and templates', async () => {
  const results = await readTitlePaths(database, ['FolderB', 'ReleaseB', 'ReleaseTop', 'Applications', 'FolderNone']);
  expect(results.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: 'Applications', folders: [], titles: [] },
    { id: 'FolderB', folders: ['FolderA', 'FolderB'], titles: ['Shops', 'Web'] },
    { id: 'ReleaseB', folders: ['FolderA', 'FolderB'], titles: ['Shops', 'Web', 'Ship'] },
    { id: 'ReleaseTop', folders: [], titles: ['Ship'] },
  ]);
});

test('finds folders and templates by paths of titles, but not releases', async () => {
  const paths = ['Shops', 'Shops/Web', 'Ship', 'Shops/Web/Ship', 'Shops/Web/Run', 'Shops/Ship', 'Web', 'Shops/'];
  const results = await findByTitlePaths(database, paths);
  expect(results.map(({ path, id }) => [path, id]).toSorted()).toEqual([
    ['Ship', 'ReleaseTop'],
    ['Shops', 'FolderA'],
    ['Shops/Web', 'FolderB'],
    ['Shops/Web/Ship', 'ReleaseB'],
  ]);
});

test('returns all templates with the same title', async () => {
  const results = await findByTitlePaths(database, ['Shops/Web/Twice']);
  expect(results.map(({ id }) => id).toSorted()).toEqual(['ReleaseC', 'ReleaseD']);
});
