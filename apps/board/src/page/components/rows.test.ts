import { expect, test } from 'vitest';
import { uniqueKeys } from './rows.tsx';

test('rows with the same key receive unique keys, which do not change when rows are added', () => {
  const keys = uniqueKeys(['a', 'b', 'a', 'a'], (row) => row);
  expect([keys.slice(0, 2), new Set(keys).size]).toEqual([['a', 'b'], 4]);
  expect(uniqueKeys(['a', 'b', 'a', 'a', 'c', 'b'], (row) => row).slice(0, 4)).toEqual(keys);
});
