import { expect, test } from 'vitest';
import { selectTopics } from './stream.ts';

const many = (begin: string, count: number) => Array.from({ length: count }, (_, index) => `release=${begin}${index}`);

test('the stream contains the topics of all tabs without duplicates', () => {
  expect(selectTopics([['list=releases', 'release=b'], [], ['release=a', 'release=b']])).toEqual([
    'list=releases',
    'release=a',
    'release=b',
  ]);
  expect(selectTopics([])).toEqual([]);
});

test('above the limit, each tab has an equal share of its first topics', () => {
  const shared = selectTopics([['list=releases', ...many('a', 300)], ['release=mine'], many('b', 300)]);
  expect(shared).toHaveLength(200);
  expect(shared).toEqual(expect.arrayContaining(['list=releases', 'release=mine', 'release=a0', 'release=b98']));
});

test('the topics are limited to the maximum length of a URL', () => {
  const shared = selectTopics([many('x'.repeat(90), 150)]);
  expect(shared.join('&').length).toBeLessThan(7_000);
  expect(shared.length).toBeGreaterThan(60);
});
