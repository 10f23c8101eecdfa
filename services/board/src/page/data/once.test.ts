import { expect, test } from 'vitest';
import { answered, forgetSent, keyOf } from './once.ts';

test('the same has one key until it is answered, and another one then', () => {
  const key = keyOf('/tasks/Task1/comment {"comment":"a"}');
  expect(keyOf('/tasks/Task1/comment {"comment":"a"}')).toBe(key);
  expect(keyOf('/tasks/Task1/comment {"comment":"b"}')).not.toBe(key);
  answered('/tasks/Task1/comment {"comment":"a"}');
  expect(keyOf('/tasks/Task1/comment {"comment":"a"}')).not.toBe(key);
});

test('the next user has keys of their own', () => {
  const key = keyOf('/users/ann/password {}');
  forgetSent();
  expect(keyOf('/users/ann/password {}')).not.toBe(key);
});
