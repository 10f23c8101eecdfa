import { expect, test } from 'vitest';
import { limits } from '../policy/policy.ts';
import { createLookUps } from './look-ups.ts';

const never = AbortSignal.any([]);
type Answered = PromiseWithResolvers<readonly string[]>;

/** Lookups that the test completes. */
function lookedUp(ms?: number) {
  const asked = new Map<string, Answered>();
  const lookUp = createLookUps((name) => {
    const answered: Answered = Promise.withResolvers();
    asked.set(name, answered);
    return answered.promise;
  }, ms);
  return { asked, lookUp };
}

test('a name without an answer in time blocks no other, and the number of concurrent lookups is limited', async () => {
  const { asked, lookUp } = lookedUp();
  const given = new AbortController();
  const waiting = ['a', 'b', 'c'].map((name) => lookUp(`${name}.example`, null, given.signal));
  given.abort(new Error('late'));
  const ends = await Promise.allSettled(waiting);
  expect(ends.map((end) => end.status === 'rejected' && end.reason.message)).toEqual(['late', 'late', 'late']);
  expect(asked.size).toBe(limits.lookups);
});

test('slow names of one asker leave a place for the names of others', async () => {
  const { asked, lookUp } = lookedUp();
  const slow = Array.from({ length: 5 }, (_, at) => lookUp(`${at}.slow.example`, 'greedy', never));
  const honest = lookUp('honest.example', 'honest', never);
  await Promise.resolve();
  expect([...asked.keys()]).toEqual(['0.slow.example', 'honest.example']);
  asked.get('honest.example')?.resolve(['8.8.8.8']);
  expect(await honest).toEqual(['8.8.8.8']);
  for (let at = 0; at < slow.length; at += 1) {
    asked.get(`${at}.slow.example`)?.resolve([]);
    expect(await slow[at]).toEqual([]);
  }
});

test('askers have their look-ups in turn, however many one of them wants', async () => {
  const { asked, lookUp } = lookedUp();
  for (const asker of ['one', 'two'])
    for (const at of [0, 1, 2]) void lookUp(`${at}.${asker}.example`, asker, never).catch(() => undefined);
  const honest = lookUp('honest.example', 'honest', never);
  await Promise.resolve();
  asked.get('0.one.example')?.resolve([]);
  await expect.poll(() => asked.has('honest.example')).toBe(true);
  expect([...asked.keys()]).toEqual(['0.one.example', '0.two.example', 'honest.example']);
  asked.get('honest.example')?.resolve(['8.8.8.8']);
  expect(await honest).toEqual(['8.8.8.8']);
});

test('a name that takes too long counts as unknown, and is not looked up again at once', async () => {
  const { asked, lookUp } = lookedUp(1);
  expect(await lookUp('slow.example', 'a', never)).toEqual([]);
  asked.delete('slow.example');
  expect(await lookUp('slow.example', 'b', never)).toEqual([]);
  expect(asked.size).toBe(0);
});

test('those who want the same name at one moment have it looked up once', async () => {
  const { asked, lookUp } = lookedUp();
  const both = ['a', 'b'].map((asker) => lookUp('same.example', asker, never));
  await Promise.resolve();
  asked.get('same.example')?.resolve(['8.8.8.8']);
  expect(await Promise.all(both)).toEqual([['8.8.8.8'], ['8.8.8.8']]);
  expect(asked.size).toBe(1);
});
