import { expect, test } from 'vitest';
import { initialsOf, tintOf } from './avatar.tsx';

test.each([
  ['Mara Lindholm', 'ML'],
  ['Anna Maria van der Berg', 'AB'],
  ['mara.lindholm', 'ML'],
  ['release_manager', 'RM'],
  ['wen-zhaoyi', 'WZ'],
  ['admin', 'AD'],
  ['x', 'X'],
  ['  spaced   name  ', 'SN'],
  ['ärzte über', 'ÄÜ'],
  ['李小龍', '李小'],
  ['😀 smile', '😀S'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a name always has the same tint, and many names have all six tints', () => {
  const names = Array.from({ length: 100 }, (_, index) => `user${index}`);
  const tints = names.map(tintOf);
  expect(names.map(tintOf)).toEqual(tints);
  expect([...new Set(tints)].toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6]);
});
