import { expect, test } from 'vitest';
import { selectTopics } from './stream.ts';

const many = (begin: string, count: number) => Array.from({ length: count }, (_, index) => `release=${begin}${index}`);

test('is what all tabs want, each once', () => {
  expect(selectTopics([['list=releases', 'release=b'], [], ['release=a', 'release=b']])).toEqual([
    'list=releases',
    'release=a',
    'release=b',
  ]);
  expect(selectTopics([])).toEqual([]);
});

test('of too much each tab has its share, what it wants first before all else', () => {
  const shared = selectTopics([['list=releases', ...many('a', 300)], ['release=mine'], many('b', 300)]);
  expect(shared).toHaveLength(200);
  expect(shared).toEqual(expect.arrayContaining(['list=releases', 'release=mine', 'release=a0', 'release=b98']));
});

test('contains at most as many as fit into an address', () => {
  const shared = selectTopics([many('x'.repeat(90), 150)]);
  expect(shared.join('&').length).toBeLessThan(7_000);
  expect(shared.length).toBeGreaterThan(60);
});
