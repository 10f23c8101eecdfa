import { expect, test } from 'vitest';
import { answered, keyOf } from './once.ts';

test('the same has one key until it is answered, and another one then', () => {
  const key = keyOf('/tasks/Task1/comment {"comment":"a"}');
  expect(keyOf('/tasks/Task1/comment {"comment":"a"}')).toBe(key);
  expect(keyOf('/tasks/Task1/comment {"comment":"b"}')).not.toBe(key);
  answered('/tasks/Task1/comment {"comment":"a"}');
  expect(keyOf('/tasks/Task1/comment {"comment":"a"}')).not.toBe(key);
});
