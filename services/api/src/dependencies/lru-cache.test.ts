import { expect, test } from 'vitest';
import { createCache } from './lru-cache.ts';

/** With a hundred bytes for each entry, a limit for ten entries of one letter with ten characters. */
const createSmallCache = () => createCache<string>(1_200, (value) => value.length);
const ten = '0123456789';

test('a cached value is found, and the latest one of a key counts', () => {
  const cache = createSmallCache();
  cache.set('a', 'old');
  cache.set('a', 'new');
  expect([cache.get('a'), cache.get('b')]).toEqual(['new', undefined]);
});

test('when there is too much, the longest unused goes', () => {
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

test('a value of a tenth of the limit is not cached, and evicts the previous one', () => {
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
