import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

/** The most sources that a folder may have of its own. */
const most = 20;

test('no folder has more sources of its own than a reader takes in at a glance', () => {
  const sources = globSync('{libs/*/src,services/*/src,bench,scripts,test/harness}/**/*.{ts,js,mjs,py}', {
    exclude: ['**/*.test.ts'],
  });
  const folders = Map.groupBy(sources, dirname);
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

test.each(rooms)('the folders of %s are those that ARCHITECTURE.md lists for it', (name, room) => {
  const [, text = ''] = /^## Subjects\n(.*?)^## /ms.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? [];
  const lines = [...text.matchAll(/^\| `([a-z]+)` \|[^|]*\| ([a-z, ]+) \|$/gm)];
  const listed = lines.filter(([, , rooms = '']) => rooms.split(', ').includes(name)).map(([, folder]) => folder);
  const sources = globSync(`${room}/src/*/**/*.ts`).map((file) => relative(`${room}/src`, file));
  const folders = new Set(sources.map((file) => file.split(sep)[0]));
  expect([...folders].toSorted()).toEqual(listed.toSorted());
});
