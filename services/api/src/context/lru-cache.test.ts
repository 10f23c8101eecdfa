import { expect, test } from 'vitest';
import { createCache } from './lru-cache.ts';

/** With a hundred bytes for each entry, a limit for ten entries of one letter with ten characters. */
const kept = () => createCache<string>(1_200, (value) => value.length);
const ten = '0123456789';

test('a cached value is found, and the latest one of a key counts', () => {
  const some = kept();
  some.set('a', 'old');
  some.set('a', 'new');
  expect([some.get('a'), some.get('b')]).toEqual(['new', undefined]);
});

test('when there is too much, the longest unused goes', () => {
  const some = kept();
  for (const key of 'abcdefghij') some.set(key, ten);
  some.get('a');
  some.set('k', 'x');
  expect(some.get('a')).toBe(ten);
  expect(some.get('b')).toBeUndefined();
  expect(some.get('c')).toBe(ten);
});

test('a value that is stored repeatedly counts once', () => {
  const some = kept();
  some.set('a', ten);
  for (let index = 0; index < 1_000; index++) some.set('b', ten);
  expect(some.get('a')).toBe(ten);
});

test('a value of a tenth of the limit is not cached, and evicts the previous one', () => {
  const some = kept();
  some.set('a', ten);
  some.set('a', `${ten}${ten}`);
  expect(some.get('a')).toBeUndefined();
});

test('a value with a lifetime expires', () => {
  let at = 1;
  const some = createCache<string>(1_200, (value) => value.length, { ttlMs: 60_000, now: () => at });
  some.set('a', ten);
  at += 59_999;
  expect(some.get('a')).toBe(ten);
  at += 1;
  expect(some.get('a')).toBeUndefined();
});
