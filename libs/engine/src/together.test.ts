import { expect, test } from 'vitest';
import { together } from './together.ts';

test('what fails is told when everything else is over', async () => {
  const told: string[] = [];
  const slow = new Promise<void>((done) => setImmediate(done)).then(() => told.push('slow'));
  await expect(together(Promise.reject(new Error('first')), slow).finally(() => told.push('all'))).rejects.toThrow(
    'first',
  );
  expect(told).toEqual(['slow', 'all']);
});

test('values come in order', async () => {
  expect(await together(Promise.resolve(1), Promise.resolve('two'))).toEqual([1, 'two']);
});
