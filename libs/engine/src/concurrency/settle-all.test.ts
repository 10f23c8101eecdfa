import { expect, test } from 'vitest';
import { settleAll } from './settle-all.ts';

test('an error is thrown after all other work has ended', async () => {
  const order: string[] = [];
  const slow = new Promise<void>((done) => setImmediate(done)).then(() => order.push('slow'));
  await expect(settleAll(Promise.reject(new Error('first')), slow).finally(() => order.push('all'))).rejects.toThrow(
    'first',
  );
  expect(order).toEqual(['slow', 'all']);
});

test('values are returned in order', async () => {
  expect(await settleAll(Promise.resolve(1), Promise.resolve('two'))).toEqual([1, 'two']);
});
