import { expect, test } from 'vitest';
import { createCache } from './lru-cache.ts';

/** Creates a cache for ten entries. Each has a key of one letter, a value of ten characters, and 100 bytes overhead. */
const createSmallCache = () => createCache<string>(1_200, (value) => value.length);
const ten = '0123456789';

test('get returns the latest value of a key', () => {
  const cache = createSmallCache();
  cache.set('a', 'old');
  cache.set('a', 'new');
  expect([cache.get('a'), cache.get('b')]).toEqual(['new', undefined]);
});

test('the least recently used value is evicted at the limit', () => {
  const cache = createSmallCache();
  for (const key of 'abcdefghij') cache.set(key, ten);
  cache.get('a');
  cache.set('k', 'x');
  expect(cache.get('a')).toBe(ten);
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('c')).toBe(ten);
});

test('a value that is stored repeatedly counts once', () => {
  const cache = createSmallCache();
  cache.set('a', ten);
  for (let index = 0; index < 1_000; index++) cache.set('b', ten);
  expect(cache.get('a')).toBe(ten);
});

test('a value above a tenth of the limit is not cached, and evicts the previous value of its key', () => {
  const cache = createSmallCache();
  cache.set('a', ten);
  cache.set('a', `${ten}${ten}`);
  expect(cache.get('a')).toBeUndefined();
});

test('a value with a lifetime expires', () => {
  let at = 1;
  const cache = createCache<string>(1_200, (value) => value.length, { ttlMs: 60_000, now: () => at });
  cache.set('a', ten);
  at += 59_999;
  expect(cache.get('a')).toBe(ten);
  at += 1;
  expect(cache.get('a')).toBeUndefined();
});
