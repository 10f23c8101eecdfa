import { expect, test } from 'vitest';
import { createEgress } from '../index.ts';
import { nothing, order, policy, served } from '../testing/sending.ts';
import { limits } from './policy.ts';
import { createTurns } from './turns.ts';

const never = AbortSignal.any([]);
const settled = async (promise: Promise<unknown>) =>
  await Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);

test('one host has some of the places, and all hosts together have no more than there are', async () => {
  const turns = createTurns();
  const taken: (() => void)[] = [];
  for (let count = 0; count < limits.underWayPerHost; count += 1) taken.push(await turns.take('slow', null, never));
  const next = turns.take('slow', null, never);
  expect(await settled(next)).toBe(false);
  for (let count = limits.underWayPerHost; count < limits.underWay; count += 1)
    taken.push(await turns.take(`${count}`, null, never));
  const other = turns.take('other', null, never);
  expect(await settled(other)).toBe(false);
  expect([turns.underWay, turns.waiting]).toEqual([limits.underWay, 2]);
  taken.pop()?.();
  (await other)();
  taken[0]?.();
  (await next)();
  for (const free of taken.slice(1)) free();
  expect([turns.underWay, turns.waiting]).toEqual([0, 0]);
});

test('who is not given a place in time leaves the line', async () => {
  const turns = createTurns();
  const taken = await Promise.all(
    Array.from({ length: limits.underWayPerHost }, () => turns.take('slow', null, never)),
  );
  const given = new AbortController();
  const waiting = turns.take('slow', null, given.signal);
  given.abort(new Error('late'));
  await expect(waiting).rejects.toThrow('late');
  expect(turns.waiting).toBe(0);
  for (const free of taken) free();
  expect(turns.underWay).toBe(0);
});

test('a slow host keeps only its own requests waiting', async () => {
  const gate = Promise.withResolvers<void>();
  const slow = await served((_request, response) => void gate.promise.then(() => response.end()));
  const quick = await served((_request, response) => void response.end('quick'));
  const ends: string[] = [];
  const egress = createEgress(policy, { httpSent: (end) => void ends.push(end) });
  const held = Array.from({ length: limits.underWayPerHost + 1 }, () => egress.send(order(slow), nothing));
  expect(await egress.send(order(quick), nothing)).toMatchObject({ value: { body: { text: 'quick' } } });
  expect(egress.load).toEqual({ underWay: limits.underWayPerHost, waiting: 1 });
  gate.resolve();
  await Promise.all(held);
  expect(egress.load).toEqual({ underWay: 0, waiting: 0 });
  expect(ends).toEqual(Array(held.length + 1).fill('answered'));
});
