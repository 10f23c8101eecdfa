import { globSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { domainFolders, tableOf } from './page.ts';

/** The most files that a folder may have of its own. */
const most = 20;

test('no folder has more files of its own than a reader takes in at a glance', () => {
  const sources = globSync('{libs/*/src,services/*/src,bench,deploy,scripts}/**/*.{ts,tsx,js,mjs,py}', {
    exclude: ['**/*.test.ts'],
  });
  const folders = Map.groupBy(
    [...sources, ...globSync('test/**/*.{ts,mjs,tsv}', { exclude: ['**/node_modules'] })],
    dirname,
  );
  const full = [...folders].filter(([, files]) => files.length > most).map(([folder]) => folder);
  expect(full).toEqual([]);
});

const rooms = [
  ['domain', 'libs/domain'],
  ['persistence', 'libs/persistence'],
  ['engine', 'libs/engine'],
  ['wire', 'libs/wire'],
  ['resources', 'libs/resources'],
  ['api', 'services/api'],
  ['scheduler', 'services/scheduler'],
] as const;

const lines = [...tableOf('word', 'what it means', 'has a folder in'), ...tableOf('folder', 'what is in it', 'in')];

const foldersOf = (room: string) => {
  const sources = globSync(`${room}/src/*/**/*.ts`).map((file) => relative(`${room}/src`, file));
  return [...new Set(sources.map((file) => file.split(sep)[0]))].toSorted();
};

test.each(rooms)('the folders of %s are those that ARCHITECTURE.md lists for it', (name, room) => {
  const listed = lines.filter(([, , rooms = '']) => rooms.split(', ').includes(name)).map(([folder]) => folder);
  expect(foldersOf(room)).toEqual(listed.toSorted());
});

test('the order of the domain has all of its folders', () => {
  expect(foldersOf('libs/domain')).toEqual([...domainFolders, 'testing'].toSorted());
});
