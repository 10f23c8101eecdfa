import { expect, test } from 'vitest';
import { createLines } from './lines.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const one = (id: string | number) => ({ id: String(id), since: 0 });
const ids = (taken: ReturnType<ReturnType<typeof createLines>['take']>) => taken?.taken.map(({ id }) => id);

test('one delivery is taken at once, and of what waits sixteen of one endpoint in order', () => {
  const lines = createLines();
  expect(lines.take()).toBe(undefined);
  lines.add('A', one('first'));
  expect(lines.take()).toEqual({ endpointId: 'A', taken: [one('first')] });
  for (const index of numbers(20)) lines.add('A', one(index));
  expect(ids(lines.take())).toEqual(numbers(16).map(String));
  expect(ids(lines.take())).toEqual(['16', '17', '18', '19']);
  expect(lines.take()).toBe(undefined);
});

test('whoever waits at another endpoint has a turn after sixteen of a flood', () => {
  const lines = createLines();
  for (const index of numbers(100)) lines.add('flood', one(index));
  lines.add('B', one('b'));
  expect(lines.take()?.endpointId).toBe('flood');
  expect(lines.take()).toEqual({ endpointId: 'B', taken: [one('b')] });
  expect(ids(lines.take())?.[0]).toBe('16');
});

test('what wants another turn comes before what has come meanwhile, and after the other endpoints', () => {
  const lines = createLines();
  lines.add('A', one(1));
  lines.take();
  lines.add('B', one('b'));
  lines.add('A', one(2));
  lines.putBack('A', [one(1)]);
  expect([lines.take()?.endpointId, ids(lines.take()), lines.take()]).toEqual(['B', ['1', '2'], undefined]);
});

test('beyond ten thousand nothing more waits here, until some of it was taken', () => {
  const lines = createLines();
  for (const index of numbers(10_001)) lines.add(`Endpoint${index}`, one(index));
  lines.take();
  lines.add('A', one('a'));
  lines.add('B', one('b'));
  const endpoints = numbers(10_001).map(() => lines.take()?.endpointId);
  expect([endpoints[9_998], endpoints[9_999], endpoints[10_000]]).toEqual(['Endpoint9999', 'A', undefined]);
});
