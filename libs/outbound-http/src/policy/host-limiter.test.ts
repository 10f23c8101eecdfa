import { expect, test } from 'vitest';
import { createEgress } from '../index.ts';
import { policy, testRequest } from '../testing/requests.ts';
import { noOptions, startTestServer } from '../testing/test-servers.ts';
import { createHostLimiter } from './host-limiter.ts';
import { limits } from './policy.ts';

const never = AbortSignal.any([]);
const settled = async (promise: Promise<unknown>) =>
  await Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);

test('a host has a part of the slots, and all hosts together have the total', async () => {
  const turns = createHostLimiter();
  const taken: (() => void)[] = [];
  for (let count = 0; count < limits.maxInFlightPerHost; count += 1)
    taken.push(await turns.acquire('slow', null, never));
  const next = turns.acquire('slow', null, never);
  expect(await settled(next)).toBe(false);
  for (let count = limits.maxInFlightPerHost; count < limits.maxInFlight; count += 1)
    taken.push(await turns.acquire(`${count}`, null, never));
  const otherSlot = turns.acquire('other', null, never);
  expect(await settled(otherSlot)).toBe(false);
  expect([turns.underWay, turns.waiting]).toEqual([limits.maxInFlight, 2]);
  taken.pop()?.();
  (await otherSlot)();
  taken[0]?.();
  (await next)();
  for (const free of taken.slice(1)) free();
  expect([turns.underWay, turns.waiting]).toEqual([0, 0]);
});

test('a caller without a slot in time leaves the queue', async () => {
  const turns = createHostLimiter();
  const taken = await Promise.all(
    Array.from({ length: limits.maxInFlightPerHost }, () => turns.acquire('slow', null, never)),
  );
  const controller = new AbortController();
  const waiting = turns.acquire('slow', null, controller.signal);
  controller.abort(new Error('late'));
  await expect(waiting).rejects.toThrow('late');
  expect(turns.waiting).toBe(0);
  for (const free of taken) free();
  expect(turns.underWay).toBe(0);
});

test('a slow host keeps only its own requests waiting', async () => {
  const gate = Promise.withResolvers<void>();
  const slow = await startTestServer((_request, response) => void gate.promise.then(() => response.end()));
  const quick = await startTestServer((_request, response) => void response.end('quick'));
  const outcomes: string[] = [];
  const egress = createEgress(policy, { observer: { httpSent: (outcome) => void outcomes.push(outcome) } });
  const pending = Array.from({ length: limits.maxInFlightPerHost + 1 }, () =>
    egress.send(testRequest(slow), noOptions),
  );
  expect(await egress.send(testRequest(quick), noOptions)).toMatchObject({ value: { body: { text: 'quick' } } });
  expect(egress.load).toEqual({ underWay: limits.maxInFlightPerHost, waiting: 1 });
  gate.resolve();
  await Promise.all(pending);
  expect(egress.load).toEqual({ underWay: 0, waiting: 0 });
  expect(outcomes).toEqual(Array(pending.length + 1).fill('completed'));
});

test('no requester takes more slots than it leaves free, and waiting requesters are served in turn', async () => {
  const turns = createHostLimiter();
  const take = (requester: string, at: number) => turns.acquire(`${requester}-${at}`, requester, never);
  const greedyRequests = Array.from({ length: 100 }, (_, at) => take('greedy', at));
  await new Promise(setImmediate);
  expect([turns.underWay, turns.waiting]).toEqual([limits.maxInFlight / 2, 36]);
  const second = Array.from({ length: 100 }, (_, at) => take('second', at));
  await new Promise(setImmediate);
  expect(turns.underWay).toBe((limits.maxInFlight / 4) * 3);
  const otherRelease = await take('honest', 0);
  otherRelease();
  for (const acquired of [...greedyRequests, ...second]) (await acquired)();
  expect([turns.underWay, turns.waiting]).toEqual([0, 0]);
});

test('the time limit of a request starts when it gets a slot', async () => {
  const gate = Promise.withResolvers<void>();
  const host = await startTestServer((request, response) =>
    request.url === '/slow' ? void gate.promise.then(() => response.end()) : void response.end('quick'),
  );
  const egress = createEgress(policy);
  const slow = Array.from({ length: limits.maxInFlightPerHost }, () =>
    egress.send(testRequest(`${host}/slow`), noOptions),
  );
  const waiting = egress.send(testRequest(host, { timeoutMs: 1_000 }), noOptions);
  await new Promise((resolve) => AbortSignal.timeout(1_010).addEventListener('abort', resolve));
  gate.resolve();
  expect(await waiting).toMatchObject({ value: { body: { text: 'quick' } } });
  await Promise.all(slow);
});

test('a request that gets no slot in time is reported as not sent', async () => {
  const host = await startTestServer(() => undefined);
  const egress = createEgress({ ...policy, timeoutMs: 300 });
  const sent = Array.from({ length: 2 * limits.maxInFlightPerHost }, () => egress.send(testRequest(host), noOptions));
  const messages = (await Promise.all(sent)).map((reply) => 'refused' in reply && reply.refused.message);
  expect(messages.at(0)).toBe(`${new URL(host).host} did not respond within 300 ms`);
  expect(messages.at(-1)).toBe('the request was not sent: other requests to the host used all slots for 300 ms');
});
