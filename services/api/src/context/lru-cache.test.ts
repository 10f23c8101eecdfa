import { expect, test } from 'vitest';
import { createCache } from './lru-cache.ts';

/** With a hundred bytes beside each, room for ten entries of one letter with ten characters. */
const kept = () => createCache<string>(1_200, (value) => value.length);
const ten = '0123456789';

test('what is kept is found, and the last one under a key counts', () => {
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

test('what is put again and again takes its own room only', () => {
  const some = kept();
  some.set('a', ten);
  for (let index = 0; index < 1_000; index++) some.set('b', ten);
  expect(some.get('a')).toBe(ten);
});

test('one that would fill a tenth of the room is not kept, and neither is what was there', () => {
  const some = kept();
  some.set('a', ten);
  some.set('a', `${ten}${ten}`);
  expect(some.get('a')).toBeUndefined();
});

test('what is kept for a while is gone after it', () => {
  let at = 1;
  const some = createCache<string>(1_200, (value) => value.length, { ttlMs: 60_000, now: () => at });
  some.set('a', ten);
  at += 59_999;
  expect(some.get('a')).toBe(ten);
  at += 1;
  expect(some.get('a')).toBeUndefined();
});
