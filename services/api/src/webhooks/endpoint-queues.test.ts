import { expect, test } from 'vitest';
import { createEndpointQueues } from './endpoint-queues.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const event = (id: string | number) => ({ id: String(id), since: 0 });
const ids = (taken: ReturnType<ReturnType<typeof createEndpointQueues>['dequeue']>) =>
  taken?.events.map(({ id }) => id);

test('a batch has at most sixteen events of one endpoint, in order', () => {
  const queues = createEndpointQueues();
  expect(queues.dequeue()).toBe(undefined);
  queues.add('A', event('first'));
  expect(queues.dequeue()).toEqual({ endpointId: 'A', events: [event('first')] });
  for (const index of numbers(20)) queues.add('A', event(index));
  expect(ids(queues.dequeue())).toEqual(numbers(16).map(String));
  expect(ids(queues.dequeue())).toEqual(['16', '17', '18', '19']);
  expect(queues.dequeue()).toBe(undefined);
});

test('an event of another endpoint follows after one batch of a burst', () => {
  const queues = createEndpointQueues();
  for (const index of numbers(100)) queues.add('flood', event(index));
  queues.add('B', event('b'));
  expect(queues.dequeue()?.endpointId).toBe('flood');
  expect(queues.dequeue()).toEqual({ endpointId: 'B', events: [event('b')] });
  expect(ids(queues.dequeue())?.[0]).toBe('16');
});

test('a requeued event is before newer events of its endpoint, and after other endpoints', () => {
  const queues = createEndpointQueues();
  queues.add('A', event(1));
  queues.dequeue();
  queues.add('B', event('b'));
  queues.add('A', event(2));
  queues.requeue('A', [event(1)]);
  expect([queues.dequeue()?.endpointId, ids(queues.dequeue()), queues.dequeue()]).toEqual(['B', ['1', '2'], undefined]);
});

test('at most ten thousand events are queued', () => {
  const queues = createEndpointQueues();
  for (const index of numbers(10_001)) queues.add(`Endpoint${index}`, event(index));
  queues.dequeue();
  queues.add('A', event('a'));
  queues.add('B', event('b'));
  const endpoints = numbers(10_001).map(() => queues.dequeue()?.endpointId);
  expect([endpoints[9_998], endpoints[9_999], endpoints[10_000]]).toEqual(['Endpoint9999', 'A', undefined]);
});
