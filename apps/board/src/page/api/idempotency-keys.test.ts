import { expect, test } from 'vitest';
import { clearKeys, keyFor, releaseKey } from './idempotency-keys.ts';

test('the same has one key until it is answered, and another one then', () => {
  const key = keyFor('/tasks/Task1/comment {"comment":"a"}');
  expect(keyFor('/tasks/Task1/comment {"comment":"a"}')).toBe(key);
  expect(keyFor('/tasks/Task1/comment {"comment":"b"}')).not.toBe(key);
  releaseKey('/tasks/Task1/comment {"comment":"a"}');
  expect(keyFor('/tasks/Task1/comment {"comment":"a"}')).not.toBe(key);
});

test('the next user has keys of their own', () => {
  const key = keyFor('/users/ann/password {}');
  clearKeys();
  expect(keyFor('/users/ann/password {}')).not.toBe(key);
});
