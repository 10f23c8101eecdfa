import { expect, test } from 'vitest';
import type { Levels } from '../../pages/folders/tree/rows.ts';
import { sidebarRows } from './tree-rows.ts';

const folder = (path: string, ...below: readonly string[]) => {
  const id = `Applications/${path}`;
  return {
    ...{ id, type: 'Folder', title: path.toUpperCase() },
    children: below.map((child) => ({ id: `${id}/${child}`, type: 'Folder', title: child, children: [] })),
  };
};
const top = { folders: [folder('a', 'b'), folder('c')], hasMore: false };
const none: ReadonlySet<string> = new Set();
const keysOf = (levels: Levels, open: readonly string[], failed = none) =>
  sidebarRows(levels, new Set(open), failed).map((row) =>
    row.kind === 'folder' ? `${row.key} ${row.depth} ${row.isOpen}` : row.key,
  );

test('the sidebar shows two levels of folders', () => {
  const levels = new Map([
    ['Applications', top],
    ['a', { folders: [folder('a/b', 'd')], hasMore: false }],
    ['b', { folders: [folder('a/b/d')], hasMore: false }],
  ]);
  expect(keysOf(levels, [])).toEqual(['a 1 false', 'c 1 null']);
  expect(keysOf(levels, ['a', 'b'])).toEqual(['a 1 true', 'b 2 null', 'c 1 null']);
});

test('a level that is not loaded has a row with its state', () => {
  expect(keysOf(new Map(), [])).toEqual(['loading Applications']);
  expect(keysOf(new Map(), [], new Set(['Applications']))).toEqual(['failed Applications']);
  const levels = new Map([['Applications', top]]);
  expect(keysOf(levels, ['a'])).toEqual(['a 1 true', 'loading a', 'c 1 null']);
  expect(keysOf(levels, ['a'], new Set(['a']))).toEqual(['a 1 true', 'failed a', 'c 1 null']);
});

test('a long level ends with a link to all folders', () => {
  const folders = Array.from({ length: 21 }, (_, index) => folder(`f${index}`));
  const keys = keysOf(new Map([['Applications', { folders, hasMore: false }]]), []);
  expect([keys.length, keys.at(-2), keys.at(-1)]).toEqual([21, 'f19 1 null', 'more Applications']);
});
