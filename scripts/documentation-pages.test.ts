import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentationFiles } from './documentation-pages.ts';

test('the board contains the pages for users and administrators, and no pages for contributors', () => {
  const bundled = documentationFiles('docs');
  const others = globSync('docs/**/*.md').filter((file) => !bundled.includes(file));
  const folders = (files: readonly string[]) =>
    [...new Set(files.map((file) => file.slice(0, file.lastIndexOf('/'))))].toSorted();
  expect([folders(bundled), folders(others)]).toEqual([
    ['docs', 'docs/explanation', 'docs/how-to', 'docs/how-to/operations', 'docs/reference', 'docs/tutorials'],
    ['docs/contributing', 'docs/explanation/decisions'],
  ]);
});
