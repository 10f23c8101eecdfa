import { expect, test } from 'vitest';
import { createEndpointQueues } from './endpoint-queues.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const one = (id: string | number) => ({ id: String(id), since: 0 });
const ids = (taken: ReturnType<ReturnType<typeof createEndpointQueues>['take']>) => taken?.taken.map(({ id }) => id);

test('one delivery is taken at once, and of what waits sixteen of one endpoint in order', () => {
  const queues = createEndpointQueues();
  expect(queues.take()).toBe(undefined);
  queues.add('A', one('first'));
  expect(queues.take()).toEqual({ endpointId: 'A', taken: [one('first')] });
  for (const index of numbers(20)) queues.add('A', one(index));
  expect(ids(queues.take())).toEqual(numbers(16).map(String));
  expect(ids(queues.take())).toEqual(['16', '17', '18', '19']);
  expect(queues.take()).toBe(undefined);
});

test('an event of another endpoint is next after sixteen of a burst', () => {
  const queues = createEndpointQueues();
  for (const index of numbers(100)) queues.add('flood', one(index));
  queues.add('B', one('b'));
  expect(queues.take()?.endpointId).toBe('flood');
  expect(queues.take()).toEqual({ endpointId: 'B', taken: [one('b')] });
  expect(ids(queues.take())?.[0]).toBe('16');
});

test('an event that needs another round is before later ones, and after other endpoints', () => {
  const queues = createEndpointQueues();
  queues.add('A', one(1));
  queues.take();
  queues.add('B', one('b'));
  queues.add('A', one(2));
  queues.putBack('A', [one(1)]);
  expect([queues.take()?.endpointId, ids(queues.take()), queues.take()]).toEqual(['B', ['1', '2'], undefined]);
});

test('beyond ten thousand nothing more waits here, until some of it was taken', () => {
  const queues = createEndpointQueues();
  for (const index of numbers(10_001)) queues.add(`Endpoint${index}`, one(index));
  queues.take();
  queues.add('A', one('a'));
  queues.add('B', one('b'));
  const endpoints = numbers(10_001).map(() => queues.take()?.endpointId);
  expect([endpoints[9_998], endpoints[9_999], endpoints[10_000]]).toEqual(['Endpoint9999', 'A', undefined]);
});
