import { expect, test } from 'vitest';
import { singleFlight, singleFlightFresh } from './single-flight.ts';

test('concurrent callers share a run, and a later caller starts another one', async () => {
  const answers = ['first', 'second'].values();
  const ask = singleFlight(async () => answers.next().value);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['first', 'first', 'first']);
  expect(await ask()).toBe('second');
});

/** A function of a key whose runs end on request. */
function held() {
  const runs: PromiseWithResolvers<string>[] = [];
  const load = singleFlightFresh((key: string) => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise.then((text) => `${key} ${text}`);
  });
  return { load, runs };
}

test('concurrent callers share a run, and callers during a run share the next one', async () => {
  const { load, runs } = held();
  const first = [load('a'), load('a')];
  await Promise.resolve();
  await Promise.resolve();
  const later = [load('a'), load('a')];
  const otherRun = load('b');
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve('one');
  runs[0]?.resolve('one');
  expect([await Promise.all(first), await otherRun]).toEqual([['a one', 'a one'], 'b one']);
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.resolve('two');
  expect(await Promise.all(later)).toEqual(['a two', 'a two']);
});

test('a failed run rejects only its own callers, and the next run follows', async () => {
  const { load, runs } = held();
  const first = load('a');
  await expect.poll(() => runs.length).toBe(1);
  const second = load('a');
  runs[0]?.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve('two');
  expect(await second).toBe('a two');
});

test('work without a key runs one at a time', async () => {
  let runs = 0;
  const load = singleFlightFresh(async () => {
    runs += 1;
  });
  await Promise.all([load(), load()]);
  await load();
  expect(runs).toBe(2);
});
