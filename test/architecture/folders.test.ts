import { globSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { domainFolders, folders } from '../../lint/boundaries.ts';

/** Files directly in a folder, besides tests and the index of its exports. */
const maxFiles = 20;

test('no folder has more than 20 files directly in it', () => {
  const sources = globSync('{libs/*/src,services/*/src,apps/*/src,bench,deploy,scripts}/**/*.{ts,tsx,js,mjs,py}', {
    exclude: ['**/*.test.ts', '**/index.ts'],
  });
  const filesByFolder = Map.groupBy(
    [...sources, ...globSync('test/**/*.{ts,mjs,tsv}', { exclude: ['**/node_modules'] })],
    dirname,
  );
  const full = [...filesByFolder].filter(([, files]) => files.length > maxFiles).map(([folder]) => folder);
  expect(full).toEqual([]);
});

const divided = [
  ['domain', 'libs/domain'],
  ['persistence', 'libs/persistence'],
  ['engine', 'libs/engine'],
  ['api-schema', 'libs/api-schema'],
  ['application', 'libs/application'],
  ['api', 'services/api'],
  ['scheduler', 'services/scheduler'],
] as const;

const foldersOf = (path: string) => {
  const sources = globSync(`${path}/src/*/**/*.ts`).map((file) => relative(`${path}/src`, file));
  return [...new Set(sources.map((file) => file.split(sep)[0]))].toSorted();
};

test.each(divided)('lint/boundaries.ts lists the folders of %s', (name, path) => {
  const listed = Object.keys(folders).filter((folder) => folders[folder]!.includes(name));
  expect(foldersOf(path)).toEqual(listed.toSorted());
});

test('the import order of the domain contains all of its folders', () => {
  expect(foldersOf('libs/domain')).toEqual([...domainFolders, 'testing'].toSorted());
});
