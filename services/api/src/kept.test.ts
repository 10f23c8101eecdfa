import { expect, test } from 'vitest';
import { createKept } from './kept.ts';

const kept = () => createKept<string>(100, (value) => value.length);
const ten = '0123456789';

test('what is kept is found, and the last one under a key counts', () => {
  const some = kept();
  some.put('a', 'old');
  some.put('a', 'new');
  expect([some.get('a'), some.get('b')]).toEqual(['new', undefined]);
});

test('when there is too much, the longest unused goes', () => {
  const some = kept();
  for (let index = 0; index < 10; index++) some.put(`key ${index}`, ten);
  some.get('key 0');
  some.put('one more', 'x');
  expect(some.get('key 0')).toBe(ten);
  expect(some.get('key 1')).toBeUndefined();
  expect(some.get('key 2')).toBe(ten);
});

test('what is put again and again takes its own room only', () => {
  const some = kept();
  some.put('first', ten);
  for (let index = 0; index < 1_000; index++) some.put('second', ten);
  expect(some.get('first')).toBe(ten);
});

test('one that would fill a tenth of the room is not kept, and neither is what was there', () => {
  const some = kept();
  some.put('a', ten);
  some.put('a', `${ten}1`);
  expect(some.get('a')).toBeUndefined();
});
