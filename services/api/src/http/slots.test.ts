import { Overloaded } from '@slipway/engine';
import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

const limits = { max: 3, maxPerUser: 2, maxWaiting: 2, timeoutMs: 60_000, label: 'uploads' } as const;

test('a free slot goes to the first waiting caller below their limit, and no caller gets all slots', async () => {
  const slots = createSlots(limits);
  const order: string[] = [];
  const [first, second] = [await slots.acquire('ann'), await slots.acquire('ann')];
  const third = slots.acquire('ann').then((slot) => {
    order.push('ann');
    return slot;
  });
  const slotOfBob = await slots.acquire('bob');
  const waiting = slots.acquire('bob').then((slot) => {
    order.push('bob');
    return slot;
  });
  await expect(slots.acquire('cas')).rejects.toThrow(new Overloaded('too many uploads at once, try again'));
  expect(order).toEqual([]);
  slotOfBob();
  slotOfBob();
  await waiting;
  expect(order).toEqual(['bob']);
  first();
  await third;
  expect(order).toEqual(['bob', 'ann']);
  second();
  await slots.acquire('cas');
});

test('a caller who waits too long is rejected, and leaves the queue', async () => {
  const slots = createSlots({ ...limits, max: 1, timeoutMs: 1 });
  const slot = await slots.acquire('ann');
  await expect(slots.acquire('bob')).rejects.toThrow(Overloaded);
  slot();
  await slots.acquire('bob');
});

test('one user takes at most half of the queue, and a canceled wait frees its place for the next caller', async () => {
  const slots = createSlots({ ...limits, max: 1, maxPerUser: 1, maxWaiting: 4 });
  const slot = await slots.acquire('ann');
  const client = new AbortController();
  const canceled = slots.acquire('ann', client.signal);
  const next = slots.acquire('ann');
  await expect(slots.acquire('ann')).rejects.toThrow(Overloaded);
  const other = slots.acquire('bob');
  client.abort(new Error('the client left'));
  await expect(canceled).rejects.toThrow('the client left');
  slot();
  // Bob is next, because he has had no slot yet.
  (await other)();
  (await next)();
  await expect(slots.acquire('ann', client.signal)).rejects.toThrow('the client left');
});

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
};

test('work without a user runs concurrently up to the limit, waits in order, and is rejected beyond', async () => {
  const slots = createSlots({ max: 2, maxWaiting: 1, label: 'uploads' });
  const gates = [gate(), gate(), gate()];
  const started: number[] = [];
  const works = gates.map((workGate, index) =>
    slots.run(async () => {
      started.push(index);
      await workGate.opened;
      return index;
    }),
  );
  await expect(slots.run(async () => 3)).rejects.toThrow(Overloaded);
  expect(started).toEqual([0, 1]);
  gates[1]!.open();
  expect(await works[1]).toBe(1);
  gates[2]!.open();
  expect(await works[2]).toBe(2);
  gates[0]!.open();
  expect(await works[0]).toBe(0);
});

test('failed work also frees its slot', async () => {
  const slots = createSlots({ max: 1, maxWaiting: 0, label: 'uploads' });
  await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await slots.run(async () => 'yes')).toBe('yes');
});
