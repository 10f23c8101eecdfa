import { expect, test } from 'vitest';
import { kindAt, parseItems, type RecentItem, withItem } from './recent-items.ts';

const item = (id: number): RecentItem => ({ kind: 'release', title: `Train ${id}`, path: `/releases/Release${id}` });

test('the latest of eight items is first, and each path is listed once', () => {
  const ten = Array.from({ length: 10 }, (_, id) => item(id)).reduce<readonly RecentItem[]>(withItem, []);
  expect(ten.map(({ title }) => title.slice(-1)).join('')).toBe('98765432');
  expect(withItem([item(1), item(2)], { ...item(2), title: 'Renamed' })).toEqual([
    { ...item(2), title: 'Renamed' },
    item(1),
  ]);
});

test.each([
  [null],
  ['{'],
  ['[]'],
  ['null'],
  ['{"user":"ada","items":{}}'],
  ['{"user":"otto","items":[{"kind":"release","title":"x","path":"/releases/R"}]}'],
  ['{"user":"ada","items":[{"kind":"task","title":"x","path":"/"},{"kind":"release","title":1,"path":"/"},null]}'],
])('the stored text %s has no items of the user', (text) => {
  expect(parseItems(text, 'ada')).toEqual([]);
});

test('stored items belong to their user', () => {
  expect(parseItems(JSON.stringify({ user: 'ada', items: [item(1)] }), 'ada')).toEqual([item(1)]);
});

test.each([
  ['/releases/Release1', 'release'],
  ['/templates/Release1', 'template'],
  ['/folders/Folder1', 'folder'],
  ['/templates/Release1/create', undefined],
  ['/releases', undefined],
  ['/people', undefined],
])('the path %s is of the kind %s', (path, kind) => {
  expect(kindAt(path)).toBe(kind);
});
