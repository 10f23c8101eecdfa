import { expect, test } from 'vitest';
import { createEgress } from '../index.ts';
import { order, policy } from '../testing/orders.ts';
import { nothing, served } from '../testing/sending.ts';
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

test('a caller without a slot in time leaves the queue', async () => {
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
  const outcomes: string[] = [];
  const egress = createEgress(policy, { httpSent: (outcome) => void outcomes.push(outcome) });
  const held = Array.from({ length: limits.underWayPerHost + 1 }, () => egress.send(order(slow), nothing));
  expect(await egress.send(order(quick), nothing)).toMatchObject({ value: { body: { text: 'quick' } } });
  expect(egress.load).toEqual({ underWay: limits.underWayPerHost, waiting: 1 });
  gate.resolve();
  await Promise.all(held);
  expect(egress.load).toEqual({ underWay: 0, waiting: 0 });
  expect(outcomes).toEqual(Array(held.length + 1).fill('completed'));
});

test('no asker takes more than it leaves for others, and those who wait have their turns one asker after another', async () => {
  const turns = createTurns();
  const take = (asker: string, at: number) => turns.take(`${asker}-${at}`, asker, never);
  const greedy = Array.from({ length: 100 }, (_, at) => take('greedy', at));
  await new Promise(setImmediate);
  expect([turns.underWay, turns.waiting]).toEqual([limits.underWay / 2, 36]);
  const second = Array.from({ length: 100 }, (_, at) => take('second', at));
  await new Promise(setImmediate);
  expect(turns.underWay).toBe((limits.underWay / 4) * 3);
  const honest = await take('honest', 0);
  honest();
  for (const each of [...greedy, ...second]) (await each)();
  expect([turns.underWay, turns.waiting]).toEqual([0, 0]);
});

test('the time of a request begins when its turn has come', async () => {
  const gate = Promise.withResolvers<void>();
  const host = await served((request, response) =>
    request.url === '/slow' ? void gate.promise.then(() => response.end()) : void response.end('quick'),
  );
  const egress = createEgress(policy);
  const slow = Array.from({ length: limits.underWayPerHost }, () => egress.send(order(`${host}/slow`), nothing));
  const waiting = egress.send(order(host, { timeoutMs: 1_000 }), nothing);
  await new Promise((resolve) => AbortSignal.timeout(1_010).addEventListener('abort', resolve));
  gate.resolve();
  expect(await waiting).toMatchObject({ value: { body: { text: 'quick' } } });
  await Promise.all(slow);
});

test('a request whose turn does not come is reported as not sent', async () => {
  const host = await served(() => undefined);
  const egress = createEgress({ ...policy, timeoutMs: 300 });
  const sent = Array.from({ length: 2 * limits.underWayPerHost }, () => egress.send(order(host), nothing));
  const said = (await Promise.all(sent)).map((reply) => 'refused' in reply && reply.refused.message);
  expect(said.at(0)).toBe(`${new URL(host).host} has not answered within 300 ms`);
  expect(said.at(-1)).toBe('the request was not sent: others have had all places for 300 ms');
});
