import { expect, test } from 'vitest';
import { clearKeys, keyFor, releaseKey } from './idempotency-keys.ts';

test('equal requests have one key until the response, and a new key afterward', () => {
  const key = keyFor('/tasks/Task1/comment {"comment":"a"}');
  expect(keyFor('/tasks/Task1/comment {"comment":"a"}')).toBe(key);
  expect(keyFor('/tasks/Task1/comment {"comment":"b"}')).not.toBe(key);
  releaseKey('/tasks/Task1/comment {"comment":"a"}');
  expect(keyFor('/tasks/Task1/comment {"comment":"a"}')).not.toBe(key);
});

test('the next user receives new keys', () => {
  const key = keyFor('/users/ann/password {}');
  clearKeys();
  expect(keyFor('/users/ann/password {}')).not.toBe(key);
});
