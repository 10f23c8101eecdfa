import { expect, test } from 'vitest';
import { compareLines, diffRows } from './line-diff.ts';

const signs = { same: ' ', deleted: '-', added: '+' } as const;
const shown = (before: string, after: string) =>
  compareLines(before, after).map(({ kind, text }) => `${signs[kind]}${text}`);

test.each([
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a\nb', 'a\nb\nc\n', [' a', ' b', '+c']],
  ['a\nb\nc', 'c', ['-a', '-b', ' c']],
  ['', 'a\n\nb', ['+a', '+', '+b']],
  ['a\r\nb\r\n', 'a\nb', [' a', ' b']],
  ['a\nb\nc\nd', 'b\nx\nd\na', ['-a', ' b', '-c', '+x', ' d', '+a']],
  ['a\na', 'a\na\na', [' a', ' a', '+a']],
])('the lines of %j and %j are compared', (before, after, expected) => {
  expect(shown(before, after)).toEqual(expected);
});

test('very long texts are compared as a whole', () => {
  const text = (name: string) => Array.from({ length: 1_500 }, (_, index) => `${name}${index}`).join('\n');
  const lines = shown(`first\n${text('a')}`, `first\n${text('b')}`);
  expect([lines.length, lines[0], lines[1], lines[1_501]]).toEqual([3_001, ' first', '-a0', '+b0']);
});

test('equal lines far from a change are left out', () => {
  const lines = Array.from({ length: 12 }, (_, index) => String(index));
  const before = lines.join('\n');
  const after = lines.with(5, 'x').join('\n');
  expect(
    diffRows(before, after).map((row) => (row.kind === 'skipped' ? row.count : `${signs[row.kind]}${row.text}`)),
  ).toEqual([2, ' 2', ' 3', ' 4', '-5', '+x', ' 6', ' 7', ' 8', 3]);
});
