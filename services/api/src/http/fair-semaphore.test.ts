import { Overloaded } from '@slipway/engine';
import { expect, test } from 'vitest';
import { createFairSemaphore } from './fair-semaphore.ts';

const limits = { max: 3, maxPerUser: 2, maxWaiting: 2, timeoutMs: 60_000, label: 'files' };

test('a caller without a slot waits, the first with a permitted slot is next, and none has all slots', async () => {
  const { acquire: enter } = createFairSemaphore(limits);
  const order: string[] = [];
  const [first, second] = [await enter('ann'), await enter('ann')];
  const third = enter('ann').then((slot) => {
    order.push('ann');
    return slot;
  });
  const slotOfBob = await enter('bob');
  const waiting = enter('bob').then((slot) => {
    order.push('bob');
    return slot;
  });
  await expect(enter('cas')).rejects.toThrow(new Overloaded('too many files at once, try again'));
  expect(order).toEqual([]);
  slotOfBob();
  slotOfBob();
  await waiting;
  expect(order).toEqual(['bob']);
  first();
  await third;
  expect(order).toEqual(['bob', 'ann']);
  second();
  await enter('cas');
});

test('a caller who has waited too long gets a retry time', async () => {
  const { acquire: enter } = createFairSemaphore({ ...limits, max: 1, timeoutMs: 1 });
  const slot = await enter('ann');
  await expect(enter('bob')).rejects.toThrow(Overloaded);
  slot();
  await enter('bob');
});

test('one user never has more than half of the queue, and a canceled wait gives its place to the next', async () => {
  const { acquire: enter } = createFairSemaphore({ ...limits, max: 1, maxPerUser: 1, maxWaiting: 4 });
  const slot = await enter('ann');
  const client = new AbortController();
  const canceled = enter('ann', client.signal);
  const next = enter('ann');
  await expect(enter('ann')).rejects.toThrow(Overloaded);
  const other = enter('bob');
  client.abort(new Error('the client left'));
  await expect(canceled).rejects.toThrow('the client left');
  slot();
  (await next)();
  (await other)();
  await expect(enter('ann', client.signal)).rejects.toThrow('the client left');
});
