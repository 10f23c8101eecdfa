import { expect, test } from 'vitest';
import { settleAll } from './settle-all.ts';

test('an error is thrown when all other work has ended', async () => {
  const told: string[] = [];
  const slow = new Promise<void>((done) => setImmediate(done)).then(() => told.push('slow'));
  await expect(settleAll(Promise.reject(new Error('first')), slow).finally(() => told.push('all'))).rejects.toThrow(
    'first',
  );
  expect(told).toEqual(['slow', 'all']);
});

test('values come in order', async () => {
  expect(await settleAll(Promise.resolve(1), Promise.resolve('two'))).toEqual([1, 'two']);
});
