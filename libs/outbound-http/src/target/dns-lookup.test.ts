import { expect, test } from 'vitest';
import { limits } from '../policy/policy.ts';
import { createDnsLookup } from './dns-lookup.ts';

const never = AbortSignal.any([]);
type PendingLookup = PromiseWithResolvers<readonly string[]>;

/** Lookups that the test completes. */
function createTestLookup(ms?: number) {
  const lookups = new Map<string, PendingLookup>();
  const lookUp = createDnsLookup((name) => {
    const answered: PendingLookup = Promise.withResolvers();
    lookups.set(name, answered);
    return answered.promise;
  }, ms);
  return { asked: lookups, lookUp };
}

test('a name without an answer in time blocks no other, and the number of concurrent lookups is limited', async () => {
  const { asked: lookups, lookUp } = createTestLookup();
  const controller = new AbortController();
  const waiting = ['a', 'b', 'c'].map((name) => lookUp(`${name}.example`, null, controller.signal));
  controller.abort(new Error('late'));
  const ends = await Promise.allSettled(waiting);
  expect(ends.map((end) => end.status === 'rejected' && end.reason.message)).toEqual(['late', 'late', 'late']);
  expect(lookups.size).toBe(limits.maxLookups);
});

test('slow names of one requester leave a slot for others', async () => {
  const { asked: lookups, lookUp } = createTestLookup();
  const slow = Array.from({ length: 5 }, (_, at) => lookUp(`${at}.slow.example`, 'greedy', never));
  const otherLookup = lookUp('honest.example', 'honest', never);
  await Promise.resolve();
  expect([...lookups.keys()]).toEqual(['0.slow.example', 'honest.example']);
  lookups.get('honest.example')?.resolve(['8.8.8.8']);
  expect(await otherLookup).toEqual(['8.8.8.8']);
  for (let at = 0; at < slow.length; at += 1) {
    lookups.get(`${at}.slow.example`)?.resolve([]);
    expect(await slow[at]).toEqual([]);
  }
});

test('requesters are served in turn, independent of their number of lookups', async () => {
  const { asked: lookups, lookUp } = createTestLookup();
  for (const requester of ['one', 'two'])
    for (const at of [0, 1, 2]) void lookUp(`${at}.${requester}.example`, requester, never).catch(() => undefined);
  const otherLookup = lookUp('honest.example', 'honest', never);
  await Promise.resolve();
  lookups.get('0.one.example')?.resolve([]);
  await expect.poll(() => lookups.has('honest.example')).toBe(true);
  expect([...lookups.keys()]).toEqual(['0.one.example', '0.two.example', 'honest.example']);
  lookups.get('honest.example')?.resolve(['8.8.8.8']);
  expect(await otherLookup).toEqual(['8.8.8.8']);
});

test('a name that takes too long counts as unknown, and is not looked up again immediately', async () => {
  const { asked: lookups, lookUp } = createTestLookup(1);
  expect(await lookUp('slow.example', 'a', never)).toEqual([]);
  lookups.delete('slow.example');
  expect(await lookUp('slow.example', 'b', never)).toEqual([]);
  expect(lookups.size).toBe(0);
});

test('concurrent lookups of the same name are one lookup', async () => {
  const { asked: lookups, lookUp } = createTestLookup();
  const both = ['a', 'b'].map((requester) => lookUp('same.example', requester, never));
  await Promise.resolve();
  lookups.get('same.example')?.resolve(['8.8.8.8']);
  expect(await Promise.all(both)).toEqual([['8.8.8.8'], ['8.8.8.8']]);
  expect(lookups.size).toBe(1);
});
