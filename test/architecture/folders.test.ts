import { globSync } from 'node:fs';
import { dirname } from 'node:path';
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
