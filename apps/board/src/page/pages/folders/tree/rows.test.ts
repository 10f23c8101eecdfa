import { expect, test } from 'vitest';
import { keyAction, type Level, rowsOf } from './rows.ts';

const folder = (path: string, ...below: readonly string[]) => {
  const id = `Applications/${path}`;
  return {
    ...{ id, type: 'Folder', title: path.toUpperCase() },
    children: below.map((child) => ({ id: `${id}/${child}`, type: 'Folder', title: child, children: [] })),
  };
};
const level = (...folders: Level['folders']): Level => ({ folders, hasMore: false });

const levels = new Map([
  ['Applications', { folders: [folder('a', 'b'), folder('c')], hasMore: true }],
  ['a', level(folder('a/b', 'd'))],
]);
const openDialog = new Set(['Applications', 'a', 'b']);
const rows = rowsOf(levels, openDialog);

test('the tree has a row for each visible folder, with its depth and the number of its siblings', () => {
  expect(
    rows.map((row) =>
      row.kind === 'more' ? `more of ${row.parent}` : [row.key, row.depth, row.isOpen, row.siblingCount],
    ),
  ).toEqual([['a', 1, true, -1], ['b', 2, true, 1], ['c', 1, null, -1], 'more of Applications']);
  expect(rowsOf(levels, new Set()).map(({ key }) => key)).toEqual(['a', 'c', 'more Applications']);
  expect(rowsOf(new Map(), openDialog)).toEqual([]);
});

test('a folder without subfolders is a leaf', () => {
  const emptied = new Map([...levels, ['b', level()]] as const);
  expect(rowsOf(emptied, openDialog).map((row) => row.kind === 'folder' && row.isOpen)).toEqual([
    true,
    null,
    null,
    false,
  ]);
});

test.each([
  ['a', 'ArrowDown', { to: 'b' }],
  ['a', 'ArrowUp', null],
  ['c', 'ArrowUp', { to: 'b' }],
  ['c', 'Home', { to: 'a' }],
  ['a', 'End', { to: 'more Applications' }],
  ['a', 'ArrowRight', { to: 'b' }],
  ['a', 'ArrowLeft', { close: 'a' }],
  ['c', 'ArrowRight', null],
  ['c', 'ArrowLeft', null],
  ['more Applications', 'ArrowRight', null],
  ['more Applications', 'ArrowDown', null],
  ['gone', 'ArrowDown', null],
  ['a', 'x', null],
])('on row %s, the key %s has the effect %j', (key, pressed, step) => {
  expect(keyAction(rows, key, pressed)).toEqual(step);
});

test('on a closed folder, the right arrow key opens it, and the left arrow key focuses its parent', () => {
  const closed = rowsOf(levels, new Set(['Applications', 'a']));
  expect([keyAction(closed, 'b', 'ArrowRight'), keyAction(closed, 'b', 'ArrowLeft')]).toEqual([
    { open: 'b' },
    { to: 'a' },
  ]);
});
